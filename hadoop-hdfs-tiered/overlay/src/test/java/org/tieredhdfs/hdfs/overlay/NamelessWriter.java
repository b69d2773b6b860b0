package org.tieredhdfs.hdfs.overlay;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.EnumSet;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.BlockConstructionStage;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.protocolPB.PBHelperClient;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.io.EnumSetWritable;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.DataChecksum;

/**
 * A client by hand that names no storage and, as one that knows nothing of types, asks for DISK,
 * the default of the protocol; unless it is told to lie.
 */
final class NamelessWriter {
  static final String NAME = "nameless";
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int TIMEOUT_MS = 30_000;

  private final ClientProtocol nameNode;

  /** What the client says of the first replica, beside block and token. */
  StorageType type = StorageType.DISK;

  String storageId = "";

  NamelessWriter(ClientProtocol nameNode) {
    this.nameNode = nameNode;
  }

  private interface Request {
    void send(Sender sender) throws IOException;
  }

  /** Creates a file and has the NameNode choose where its first block goes. */
  LocatedBlock allocate(Path file, int replication) throws IOException {
    HdfsFileStatus status =
        nameNode.create(
            file.toString(),
            FsPermission.getFileDefault(),
            NAME,
            new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
            true,
            (short) replication,
            BLOCK_BYTES,
            CryptoProtocolVersion.supported(),
            null,
            null);
    return nameNode.addBlock(file.toString(), NAME, null, null, status.getFileId(), null, null);
  }

  /** Sets the pipeline up as the NameNode gave it. */
  Status open(LocatedBlock block) throws IOException {
    return open(block, block.getBlockToken(), block.getLocations());
  }

  /**
   * Sets a pipeline up and leaves it; what was set up stays behind as replicas being written.
   *
   * @return what the first DataNode answers
   */
  Status open(LocatedBlock block, Token<BlockTokenIdentifier> token, DatanodeInfo... nodes)
      throws IOException {
    StorageType[] types = new StorageType[nodes.length];
    Arrays.fill(types, StorageType.DISK);
    return ask(
        nodes[0],
        sender ->
            sender.writeBlock(
                new ExtendedBlock(block.getBlock()),
                type,
                token,
                NAME,
                nodes,
                types,
                null,
                BlockConstructionStage.PIPELINE_SETUP_CREATE,
                nodes.length,
                0,
                0,
                0,
                DataChecksum.newDataChecksum(DataChecksum.Type.CRC32C, 512),
                CachingStrategy.newDefaultStrategy(),
                false,
                false,
                null,
                storageId,
                new String[0]));
  }

  /** Has a DataNode copy a replica that is being written to a replacement. */
  Status copy(
      ExtendedBlock block,
      Token<BlockTokenIdentifier> token,
      String client,
      DatanodeInfo source,
      DatanodeInfo target)
      throws IOException {
    return ask(
        source,
        sender ->
            sender.transferBlock(
                block,
                token,
                client,
                new DatanodeInfo[] {target},
                new StorageType[] {StorageType.DISK},
                new String[0]));
  }

  private static Status ask(DatanodeInfo node, Request request) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(node.getIpAddr(), node.getXferPort()), TIMEOUT_MS);
      socket.setSoTimeout(TIMEOUT_MS);
      DataOutputStream out = new DataOutputStream(socket.getOutputStream());
      request.send(new Sender(out));
      out.flush();
      return BlockOpResponseProto.parseFrom(
              PBHelperClient.vintPrefixed(new DataInputStream(socket.getInputStream())))
          .getStatus();
    }
  }
}
