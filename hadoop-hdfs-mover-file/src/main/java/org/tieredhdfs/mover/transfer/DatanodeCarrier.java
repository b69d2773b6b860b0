package org.tieredhdfs.mover.transfer;

import static org.apache.hadoop.hdfs.protocolPB.PBHelperClient.vintPrefixed;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.datatransfer.DataTransferProtoUtil;
import org.apache.hadoop.hdfs.protocol.datatransfer.IOStreamPair;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.protocol.datatransfer.TrustedChannelResolver;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.DataTransferSaslUtil;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.SaslDataTransferClient;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.BlockOpResponseProto;
import org.apache.hadoop.hdfs.protocol.proto.DataTransferProtos.Status;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.token.Token;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.namenode.BlockKeys;

/**
 * Makes a DataNode copy a replica, with the data transfer operation that Hadoop's Balancer uses,
 * and with SASL and block tokens if the cluster has them. Thread-safe.
 */
public final class DatanodeCarrier implements BlockCarrier {
  private static final Logger LOG = LoggerFactory.getLogger(DatanodeCarrier.class);
  private static final int BUFFER_BYTES = 4096;

  private final BlockKeys keys;
  private final SaslDataTransferClient sasl;
  private final SocketFactory sockets;
  private final int connectTimeoutMs;
  private final int transferTimeoutMs;
  private final boolean byHostName;

  /**
   * @param fallbackToSimpleAuth whether the NameNode turned out to be without Kerberos
   */
  public DatanodeCarrier(Configuration conf, BlockKeys keys, AtomicBoolean fallbackToSimpleAuth) {
    this.keys = keys;
    this.sasl =
        new SaslDataTransferClient(
            conf,
            DataTransferSaslUtil.getSaslPropertiesResolver(conf),
            TrustedChannelResolver.getInstance(conf),
            fallbackToSimpleAuth);
    this.sockets = NetUtils.getDefaultSocketFactory(conf);
    this.connectTimeoutMs = MoverKeys.CONNECT_TIMEOUT.getInt(conf);
    this.transferTimeoutMs = MoverKeys.TRANSFER_TIMEOUT.getInt(conf);
    this.byHostName =
        conf.getBoolean(
            HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME,
            HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME_DEFAULT);
  }

  @Override
  public TransferOutcome carry(Transfer transfer) {
    try {
      return outcome(converse(transfer));
    } catch (IOException | RuntimeException e) {
      LOG.debug("{} failed", transfer, e);
      String what = e.getClass().getSimpleName() + ": " + e.getMessage();
      return new TransferOutcome(
          TransferOutcome.Kind.FAILED, transfer.target().getXferAddr() + ": " + what);
    }
  }

  private BlockOpResponseProto converse(Transfer transfer) throws IOException {
    Token<BlockTokenIdentifier> token = keys.token(transfer.block(), transfer.type());
    try (Socket socket = sockets.createSocket()) {
      NetUtils.connect(
          socket,
          NetUtils.createSocketAddr(transfer.target().getXferAddr(byHostName)),
          connectTimeoutMs);
      socket.setTcpNoDelay(true);
      socket.setKeepAlive(true);
      socket.setSoTimeout(transferTimeoutMs);
      IOStreamPair streams =
          sasl.socketSend(
              socket,
              NetUtils.getOutputStream(socket, connectTimeoutMs),
              NetUtils.getInputStream(socket, transferTimeoutMs),
              keys,
              token,
              transfer.target());
      DataOutputStream out =
          new DataOutputStream(new BufferedOutputStream(streams.out, BUFFER_BYTES));
      DataInputStream in = new DataInputStream(new BufferedInputStream(streams.in, BUFFER_BYTES));
      new Sender(out)
          .replaceBlock(
              transfer.block(),
              transfer.type(),
              token,
              transfer.source().getDatanodeUuid(),
              transfer.copyFrom(),
              null);
      BlockOpResponseProto response;
      do {
        response = BlockOpResponseProto.parseFrom(vintPrefixed(in));
      } while (response.getStatus() == Status.IN_PROGRESS);
      return response;
    }
  }

  private static TransferOutcome outcome(BlockOpResponseProto response) {
    if (response.getStatus() == Status.SUCCESS) {
      return TransferOutcome.DONE;
    }
    String message = response.getMessage();
    try {
      DataTransferProtoUtil.checkBlockOpStatus(response, "move");
    } catch (IOException e) {
      message = message.isEmpty() ? String.valueOf(e.getMessage()) : message;
    }
    // DataNodes have no status code for a full mover quota, only this message
    boolean isBusy = message.toLowerCase(Locale.ROOT).contains("quota");
    boolean isPinned =
        response.getStatus() == Status.ERROR_BLOCK_PINNED || message.contains("ERROR_BLOCK_PINNED");
    return new TransferOutcome(
        isPinned
            ? TransferOutcome.Kind.PINNED
            : isBusy ? TransferOutcome.Kind.BUSY : TransferOutcome.Kind.FAILED,
        message);
  }
}
