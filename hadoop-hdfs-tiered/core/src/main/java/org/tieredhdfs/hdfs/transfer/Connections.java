package org.tieredhdfs.hdfs.transfer;

import java.io.IOException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SocketChannel;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.net.SocketInputStream;
import org.apache.hadoop.net.unix.DomainSocket;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a connection whose thread is stuck in the kernel.
 *
 * <p>Closing does not suffice: the kernel keeps a socket open while a call uses it, even one that
 * sends a file from a hung disk. A shutdown tells the other side at once, whatever is underway, and
 * leaves closing to the thread. Only where there is no channel, which is where nothing is sent by
 * such a call, the connection is closed. Stateless.
 */
final class Connections {
  private static final Logger LOG = LoggerFactory.getLogger(Connections.class);

  private Connections() {}

  static void shutDown(Peer peer) {
    try {
      DomainSocket domain = peer.getDomainSocket();
      SocketChannel channel = socket(peer.getInputStreamChannel());
      if (domain != null) {
        domain.shutdown();
      } else if (channel != null) {
        shutDown(channel);
      } else {
        peer.close();
      }
    } catch (IOException e) {
      // Already closed by the peer
      LOG.debug("Shutting {} down", peer, e);
    }
  }

  private static @Nullable SocketChannel socket(@Nullable ReadableByteChannel source) {
    return source instanceof SocketInputStream stream
            && stream.getChannel() instanceof SocketChannel channel
        ? channel
        : null;
  }

  private static void shutDown(SocketChannel channel) throws IOException {
    try {
      channel.shutdownOutput();
    } finally {
      channel.shutdownInput();
    }
  }
}
