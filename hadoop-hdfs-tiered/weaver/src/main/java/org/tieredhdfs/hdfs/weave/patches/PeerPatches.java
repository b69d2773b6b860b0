package org.tieredhdfs.hdfs.weave.patches;

import static net.bytebuddy.matcher.ElementMatchers.isTypeInitializer;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.takesArgument;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import net.bytebuddy.asm.Advice;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.proto.NamenodeProtocolProtos.GetBlockKeysRequestProto;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.server.datanode.ChosenStorage;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.StockMovers;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.peers.MoverMark;
import org.tieredhdfs.hdfs.peers.ReadableTokens;
import org.tieredhdfs.hdfs.peers.StorageCourier;
import org.tieredhdfs.hdfs.peers.TokenAliases;

/** Patches for peers without the overlay: block tokens, writers and movers. */
@SuppressWarnings("UnusedVariable") // inlined: assignments set arguments, fields, results
final class PeerPatches {
  static final List<Patch> ALL =
      List.of(
          Patch.at("TOKEN_TO_BYTES", "hdfs.security.token.block.BlockTokenIdentifier")
              .member("write(DataOutput)")
              .purpose("writes aliases into a block token, with the true types behind all else")
              .reason("a stock DataNode fails on the name of a custom type")
              .method("write", DataOutput.class)
              .inlines(TokenToBytesAdvice.class, ReadableTokens.class),
          Patch.at("TOKEN_FROM_BYTES", "hdfs.security.token.block.BlockTokenIdentifier")
              .member("readFields(DataInput)")
              .purpose("reads the true types of a block token")
              .reason("they come behind what stock code reads")
              .method("readFields", DataInput.class)
              .inlines(TokenFromBytesAdvice.class, ReadableTokens.class),
          Patch.at("TOKEN_TYPES", "hdfs.security.token.block.BlockTokenSecretManager")
              .member("checkAccess(Object[], Object[], String)")
              .purpose("accepts the alias of a custom type in a block token check")
              .reason("a stock client asks for the alias")
              .method("checkAccess", Object[].class, Object[].class, String.class)
              .inlines(TokenTypesAdvice.class, TokenAliases.class),
          Patch.at("WRITER_TOKEN", "hdfs.server.blockmanagement.BlockManager")
              .member("setBlockToken(LocatedBlock, AccessMode)")
              .purpose("puts the chosen storages into the block token")
              .reason("a client that names none passes on only the token")
              .method("setBlockToken", LocatedBlock.class, AccessMode.class)
              .inlines(WriterTokenAdvice.class, StorageCourier.class),
          Patch.at("WRITTEN_STORAGE", "hdfs.server.datanode.DataXceiver")
              .member("writeBlock(ExtendedBlock, StorageType, Token, ...)")
              .purpose("writes a replica to the storage that the NameNode chose")
              .reason("the dataset gets what the client said")
              .method(
                  named("writeBlock")
                      .and(takesArguments(19))
                      .and(takesArgument(1, StorageType.class))
                      .and(takesArgument(5, StorageType[].class))
                      .and(takesArgument(17, String.class)))
              .inlines(WrittenStorageAdvice.class, ChosenStorage.class),
          Patch.at("COPIED_STORAGE", "hdfs.server.datanode.DataXceiver")
              .member(
                  "transferBlock(ExtendedBlock, Token, String, DatanodeInfo[],"
                      + " StorageType[], String[])")
              .purpose("copies a replica to the storage that the NameNode chose")
              .reason("the DataNode passes on what the client named")
              .method(
                  named("transferBlock")
                      .and(takesArguments(6))
                      .and(takesArgument(5, String[].class)))
              .inlines(CopiedStorageAdvice.class, StorageCourier.class),
          Patch.at("BLOCK_KEYS_REQUEST", "hdfs.protocolPB.NamenodeProtocolTranslatorPB")
              .member("<clinit>")
              .purpose("tells a NameNode that a Mover or Balancer has the overlay")
              .reason("nothing else that they send shows it")
              .method(isTypeInitializer())
              .inlines(BlockKeysRequestAdvice.class, MoverMark.class),
          Patch.at("BLOCK_KEYS_GUARD", "hdfs.protocolPB.NamenodeProtocolServerSideTranslatorPB")
              .member("getBlockKeys(RpcController, GetBlockKeysRequestProto)")
              .purpose("refuses Movers and Balancers without the overlay")
              .reason("they have to be refused before they move anything")
              .method(
                  named("getBlockKeys")
                      .and(takesArguments(2))
                      .and(takesArgument(1, GetBlockKeysRequestProto.class)))
              .inlines(BlockKeysGuardAdvice.class, StockMovers.class));

  private PeerPatches() {}

  static final class TokenToBytesAdvice {
    @Advice.OnMethodEnter
    static StorageType[] enter(
        @Advice.FieldValue(value = "storageTypes", readOnly = false) StorageType[] types) {
      StorageType[] meant = types;
      types = ReadableTokens.shown(meant);
      return meant;
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Enter StorageType[] meant,
        @Advice.FieldValue(value = "storageTypes", readOnly = false) StorageType[] types,
        @Advice.FieldValue("useProto") boolean isProtobuf,
        @Advice.FieldValue("handshakeMsg") byte[] handshake,
        @Advice.Argument(0) DataOutput out,
        @Advice.Thrown @Nullable Throwable thrown)
        throws IOException {
      boolean isShown = types != meant;
      types = meant;
      if (isShown && thrown == null) {
        ReadableTokens.writeTrue(out, isProtobuf, handshake, meant);
      }
    }
  }

  static final class TokenFromBytesAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.Argument(0) DataInput in,
        @Advice.FieldValue("useProto") boolean isProtobuf,
        @Advice.FieldValue("cache") byte[] token,
        @Advice.FieldValue(value = "storageTypes", readOnly = false) StorageType[] types) {
      types = ReadableTokens.meant(in, isProtobuf, token, types);
    }
  }

  static final class TokenTypesAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(0) Object[] granted,
        @Advice.Argument(value = 1, readOnly = false) Object[] requested) {
      requested = TokenAliases.meant(granted, requested);
    }
  }

  static final class WriterTokenAdvice {
    @Advice.OnMethodExit
    static void exit(@Advice.Argument(0) LocatedBlock block, @Advice.Argument(1) AccessMode mode) {
      StorageCourier.load(block, mode);
    }
  }

  static final class WrittenStorageAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.FieldValue("datanode") DataNode datanode,
        @Advice.Argument(value = 1, readOnly = false) StorageType type,
        @Advice.Argument(2) Token<BlockTokenIdentifier> token,
        @Advice.Argument(value = 5, readOnly = false) StorageType[] following,
        @Advice.Argument(value = 17, readOnly = false) @Nullable String id) {
      ChosenStorage chosen = ChosenStorage.of(datanode, token, id);
      type = chosen.type(type);
      following = chosen.following(following);
      id = chosen.id();
    }
  }

  static final class CopiedStorageAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(1) Token<BlockTokenIdentifier> token,
        @Advice.Argument(3) DatanodeInfo[] targets,
        @Advice.Argument(value = 5, readOnly = false) String[] ids) {
      ids = StorageCourier.storagesOf(token, targets, ids);
    }
  }

  static final class BlockKeysRequestAdvice {
    @Advice.OnMethodExit
    static void exit(
        @Advice.FieldValue(value = "VOID_GET_BLOCKKEYS_REQUEST", readOnly = false)
            GetBlockKeysRequestProto request) {
      request = MoverMark.on(request);
    }
  }

  static final class BlockKeysGuardAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.FieldValue("impl") NamenodeProtocol server,
        @Advice.Argument(1) GetBlockKeysRequestProto request)
        throws ServiceException {
      StockMovers.admit(server, request);
    }
  }
}
