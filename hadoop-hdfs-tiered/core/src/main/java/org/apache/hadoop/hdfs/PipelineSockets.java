package org.apache.hadoop.hdfs;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.SocketFactory;
import org.apache.hadoop.net.StandardSocketFactory;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.write.ClientWriteSettings;
import org.tieredhdfs.hdfs.write.PacketBuffers;
import org.tieredhdfs.hdfs.write.PipelineSocket;

/**
 * Creates the sockets of a client's write pipelines, and their streams of acknowledgements; called
 * by woven code.
 *
 * <p>In Hadoop's package to access package-private parts of the client. Stateless, thread-safe.
 */
public final class PipelineSockets {
  private static final int ACK_BUFFER_BYTES = 4096;

  /** The usual number of nodes that a client waits for; Hadoop's timeouts grow with it. */
  private static final int NODES = 3;

  private PipelineSockets() {}

  /** The socket factory for the first DataNodes of pipelines, instead of the client's own. */
  public static SocketFactory factory(DFSClient client) {
    ClientWriteSettings settings = settings(client);
    // respect an operator's own factory, such as one for a proxy
    if (!settings.blockingSocket()
        || client.socketFactory.getClass() != StandardSocketFactory.class) {
      return client.socketFactory;
    }
    return new Factory(client.getDatanodeWriteTimeout(NODES));
  }

  /** The stream of acknowledgements, buffered; null where there is none. */
  public static @Nullable DataInputStream acks(DFSClient client, @Nullable DataInputStream stream) {
    return stream == null || !settings(client).bufferedAcks()
        ? stream
        : new DataInputStream(new BufferedInputStream(stream, ACK_BUFFER_BYTES));
  }

  /** The settings of the client's context; all off if the context has another buffer manager. */
  private static ClientWriteSettings settings(DFSClient client) {
    ClientContext context = client.getClientContext();
    return context != null && context.getByteArrayManager() instanceof PacketBuffers buffers
        ? buffers.settings()
        : ClientWriteSettings.HADOOPS;
  }

  private static final class Factory extends SocketFactory {
    private final int writeTimeoutMs;

    Factory(int writeTimeoutMs) {
      this.writeTimeoutMs = writeTimeoutMs;
    }

    @Override
    public Socket createSocket() {
      return new PipelineSocket(writeTimeoutMs);
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      throw new UnsupportedOperationException("connected later");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException("connected later");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
      throw new UnsupportedOperationException("connected later");
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException("connected later");
    }
  }
}
