package org.tieredhdfs.hdfs.weave.patches;

import static net.bytebuddy.matcher.ElementMatchers.named;

import java.io.IOException;
import java.util.List;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.DatanodeRegistrationProto;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.HeartbeatRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.DatanodeProtocolProtos.RegisterDatanodeRequestProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsProtos.DatanodeStorageProto;
import org.apache.hadoop.hdfs.protocol.proto.HdfsServerProtos.NamespaceInfoProto;
import org.apache.hadoop.hdfs.server.datanode.NameNodeRefusals;
import org.apache.hadoop.hdfs.server.protocol.DatanodeRegistration;
import org.apache.hadoop.hdfs.server.protocol.DatanodeStorage;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.thirdparty.protobuf.ServiceException;
import org.tieredhdfs.hdfs.agree.HandshakeBridge;
import org.tieredhdfs.hdfs.agree.StorageNameBridge;

/** Patches by which NameNode and DataNode compare their storage types. */
@SuppressWarnings("UnusedVariable") // inlined: assignments set arguments, fields, results
final class HandshakePatches {
  static final List<Patch> ALL =
      List.of(
          Patch.at("NAMESPACE_INFO", "hdfs.protocolPB.PBHelper")
              .member("convert(NamespaceInfo)")
              .purpose("announces that a NameNode knows custom types")
              .reason("a DataNode needs to know it before it registers")
              .method("convert", NamespaceInfo.class)
              .inlines(NamespaceInfoAdvice.class, HandshakeBridge.class),
          Patch.at("REGISTRATION", "hdfs.protocolPB.PBHelper")
              .member("convert(DatanodeRegistration)")
              .purpose("sends a DataNode's storage types to the NameNode")
              .reason("no other message describes a DataNode")
              .method("convert", DatanodeRegistration.class)
              .inlines(RegistrationAdvice.class, HandshakeBridge.class),
          Patch.at("REGISTRATION_CHECK", "hdfs.protocolPB.DatanodeProtocolServerSideTranslatorPB")
              .member("registerDatanode(RpcController, RegisterDatanodeRequestProto)")
              .purpose("refuses a DataNode whose storage types differ")
              .reason("fields that a DataNode adds are not passed on")
              .method(named("registerDatanode"))
              .inlines(RegistrationCheckAdvice.class, HandshakeBridge.class),
          Patch.at(
                  "UNREGISTERED_HEARTBEAT",
                  "hdfs.protocolPB.DatanodeProtocolServerSideTranslatorPB")
              .member("sendHeartbeat(RpcController, HeartbeatRequestProto)")
              .purpose("has a DataNode register whose storages this NameNode cannot read")
              .reason("stock code reads all of a heartbeat first")
              .method(named("sendHeartbeat"))
              .inlines(UnregisteredHeartbeatAdvice.class, HandshakeBridge.class),
          Patch.at("REGISTER", "hdfs.server.datanode.BPServiceActor")
              .member("register(NamespaceInfo)")
              .purpose(
                  "hides custom types from a stock NameNode; shows refusals, and pauses"
                      + " between tries")
              .reason("stock code tries with each heartbeat")
              .method("register", NamespaceInfo.class)
              .inlines(RegisterAdvice.class, NameNodeRefusals.class),
          Patch.at("STORAGE_TO_PROTO", "hdfs.protocolPB.PBHelperClient")
              .member("convert(DatanodeStorage)")
              .purpose("sends the name of a custom type with its number")
              .reason("the message has only a number")
              .method("convert", DatanodeStorage.class)
              .inlines(StorageToProtoAdvice.class, StorageNameBridge.class),
          Patch.at("STORAGE_FROM_PROTO", "hdfs.protocolPB.PBHelperClient")
              .member("convert(DatanodeStorageProto)")
              .purpose("refuses a number that stands for another type on this side")
              .reason("protobuf reads an unknown number as DISK")
              .method("convert", DatanodeStorageProto.class)
              .inlines(StorageFromProtoAdvice.class, StorageNameBridge.class));

  private HandshakePatches() {}

  static final class NamespaceInfoAdvice {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) NamespaceInfoProto result) {
      result = HandshakeBridge.tell(result);
    }
  }

  static final class RegistrationAdvice {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) DatanodeRegistrationProto result) {
      result = HandshakeBridge.sign(result);
    }
  }

  static final class RegistrationCheckAdvice {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(1) RegisterDatanodeRequestProto request)
        throws ServiceException {
      HandshakeBridge.requireAgreement(request);
    }
  }

  static final class UnregisteredHeartbeatAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.Argument(value = 1, readOnly = false) HeartbeatRequestProto heartbeat) {
      heartbeat = HandshakeBridge.readable(heartbeat);
    }
  }

  static final class RegisterAdvice {
    @Advice.OnMethodEnter
    static void enter(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Object actor,
        @Advice.Argument(0) NamespaceInfo nameNode)
        throws IOException {
      NameNodeRefusals.before(actor, nameNode);
    }

    @Advice.OnMethodExit(onThrowable = IOException.class)
    static void exit(
        @Advice.This(typing = Assigner.Typing.DYNAMIC) Object actor,
        @Advice.Argument(0) NamespaceInfo nameNode,
        @Advice.Thrown Throwable thrown) {
      NameNodeRefusals.after(actor, nameNode, thrown);
    }
  }

  static final class StorageToProtoAdvice {
    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) DatanodeStorageProto result) {
      result = StorageNameBridge.name(result);
    }
  }

  static final class StorageFromProtoAdvice {
    @Advice.OnMethodEnter
    static void enter(@Advice.Argument(0) DatanodeStorageProto storage) {
      StorageNameBridge.require(storage);
    }
  }
}
