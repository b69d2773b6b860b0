package org.tieredhdfs.hdfs.write;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.net.NetUtils;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Connects to the Unix-domain sockets of this machine's DataNodes.
 *
 * <p>A failed one is not tried for a minute, which is logged. Thread-safe.
 */
final class LocalSockets {
  private static final Logger LOG = LoggerFactory.getLogger(LocalSockets.class);
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  /** When a socket failed; as many entries as DataNodes have run on this machine. */
  private static final Map<Path, Long> FAILED = new ConcurrentHashMap<>();

  private LocalSockets() {}

  /**
   * A connection to the DataNode at {@code address}, or null where TCP has to do.
   *
   * @param timeoutMs how long to wait for a DataNode that does not accept; 0 for no limit
   */
  static @Nullable SocketChannel connect(
      DomainSocketPath paths, InetSocketAddress address, int timeoutMs) throws IOException {
    if (address.isUnresolved() || !NetUtils.isLocalAddress(address.getAddress())) {
      return null;
    }
    Path path = paths.of(address.getPort());
    Long failedNanos = FAILED.get(path);
    if (failedNanos != null && System.nanoTime() - failedNanos < PAUSE_NANOS) {
      return null;
    }
    try {
      SocketChannel channel = connect(path, timeoutMs);
      FAILED.remove(path);
      return channel;
    } catch (IOException | UnsupportedOperationException e) {
      FAILED.put(path, System.nanoTime());
      LOG.info(
          "writing to {} over TCP for the next minute: cannot connect to {} ({})",
          address,
          path,
          Files.exists(path) ? e.toString() : "it does not exist");
      return null;
    }
  }

  private static SocketChannel connect(Path path, int timeoutMs) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    IoDeadline deadline = new IoDeadline(channel);
    boolean isConnected = false;
    try {
      IoWatchdog.SHARED.watch(deadline);
      long begun = deadline.begin(timeoutMs);
      channel.connect(UnixDomainSocketAddress.of(path));
      isConnected = deadline.end(begun);
      if (!isConnected) {
        throw new IOException("the connection was not accepted within " + timeoutMs + " ms");
      }
      return channel;
    } finally {
      IoWatchdog.SHARED.leave(deadline);
      if (!isConnected) {
        channel.close();
      }
    }
  }
}
