package org.apache.hadoop.hdfs.server.datanode;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.util.Daemon;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.local.LocalPeer;
import org.tieredhdfs.hdfs.datanode.local.LocalWriters;

/**
 * The thread that accepts writers on a Unix-domain socket and hands them to the DataNode's own
 * transfer server.
 *
 * <p>The server treats them like all others: they count as transfer threads, are notified of a
 * restart, and are stopped and closed with the DataNode. A second {@code DataXceiverServer} would
 * not be. In Hadoop's package for what a DataNode shows there alone.
 */
public final class LocalWriterServer implements Runnable, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(LocalWriterServer.class);
  private static final int BACKLOG = 128;
  private static final int FILE_TYPE = 0170000;
  private static final int SOCKET = 0140000;

  /** The pause after a failed accept, such as without free file descriptors. */
  private static final long PAUSE_MS = 200;

  private final DataNode dataNode;
  private final Path path;
  private final LocalWriters counts;
  private final ServerSocketChannel listener;
  private final Thread thread;

  private LocalWriterServer(
      DataNode dataNode, Path path, LocalWriters counts, ServerSocketChannel listener) {
    this.dataNode = dataNode;
    this.path = path;
    this.counts = counts;
    this.listener = listener;
    // outside the thread group whose members count as transfers
    this.thread = new Daemon(this);
    thread.setName("LocalWriterServer at " + path);
  }

  /**
   * Creates the socket, replacing one that an earlier DataNode left, and starts to accept.
   *
   * @throws IOException if the socket cannot be created; nothing is running then
   */
  public static LocalWriterServer start(DataNode dataNode, Path path, LocalWriters counts)
      throws IOException {
    removeOld(path);
    ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    boolean isStarted = false;
    try {
      listener.bind(UnixDomainSocketAddress.of(path), BACKLOG);
      // block tokens and SASL decide who may write, the parent folders who may listen
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-rw-"));
      LocalWriterServer server = new LocalWriterServer(dataNode, path, counts, listener);
      server.thread.start();
      isStarted = true;
      return server;
    } finally {
      if (!isStarted) {
        listener.close();
      }
    }
  }

  private static void removeOld(Path path) throws IOException {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    int mode = (Integer) Files.getAttribute(path, "unix:mode", LinkOption.NOFOLLOW_LINKS);
    if ((mode & FILE_TYPE) != SOCKET) {
      throw new FileAlreadyExistsException(path + " exists and is not a socket");
    }
    Files.delete(path);
  }

  @Override
  public void run() {
    while (listener.isOpen()) {
      try {
        take(listener.accept());
      } catch (ClosedChannelException e) {
        LOG.debug("{} no longer accepts writers", path, e);
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        counts.refuse();
        LOG.warn("{}: cannot accept a writer on {}", dataNode.getDisplayName(), path, e);
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Hands over a connection, or closes it. */
  private void take(SocketChannel channel) throws IOException {
    Peer peer = peer(channel);
    boolean isTaken = false;
    try {
      ThreadGroup group = dataNode.threadGroup;
      DataXceiverServer server = dataNode.getXferServer();
      // a thread counts itself when it runs; open connections include those about to start
      int threads = Math.max(dataNode.getXceiverCount(), counts.getOpen() - 1);
      if (group == null || threads > server.maxXceiverCount) {
        counts.refuse();
        LOG.warn(
            "{}: refused a writer on {}: {} transfer threads, limit {}",
            dataNode.getDisplayName(),
            path,
            threads,
            server.maxXceiverCount);
        return;
      }
      new Daemon(group, DataXceiver.create(peer, dataNode, server)).start();
      counts.accept();
      isTaken = true;
    } finally {
      if (!isTaken) {
        peer.close();
      }
    }
  }

  private Peer peer(SocketChannel channel) throws IOException {
    boolean isMade = false;
    try {
      Peer made = new LocalPeer(channel, address(), counts);
      isMade = true;
      return made;
    } finally {
      if (!isMade) {
        channel.close();
      }
    }
  }

  /**
   * The client's address over TCP: a connection within a machine has the same address on both ends.
   */
  private InetAddress address() throws IOException {
    DatanodeID id = dataNode.getDatanodeId();
    @Nullable String registered = id == null ? null : id.getIpAddr();
    InetAddress bound = dataNode.getXferAddress().getAddress();
    if (registered != null && !registered.isEmpty()) {
      return InetAddress.getByName(registered);
    }
    return bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound;
  }

  /** Stops accepting writers and removes the socket; accepted connections continue. */
  @Override
  public void close() {
    try {
      listener.close();
      Files.deleteIfExists(path);
    } catch (IOException e) {
      LOG.warn("{} cannot be removed", path, e);
    }
    try {
      thread.join(PAUSE_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
