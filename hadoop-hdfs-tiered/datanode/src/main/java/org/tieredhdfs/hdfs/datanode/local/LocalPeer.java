package org.tieredhdfs.hdfs.datanode.local;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.net.unix.DomainSocket;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.write.TimedChannel;

/**
 * A client on a Unix-domain socket.
 *
 * <p>To the DataNode it comes from the DataNode's own address, as over TCP: SASL, encryption and
 * trusted channels are decided alike at both ends. It is no secure channel, since clients make no
 * difference. Reads and writes that take too long close it.
 */
public final class LocalPeer implements Peer {
  private final TimedChannel channel;
  private final LocalWriters counts;
  private final String address;
  private final AtomicBoolean isClosed = new AtomicBoolean();

  /**
   * @param channel connected, in blocking mode; closed with the peer
   * @param address that of the DataNode
   */
  public LocalPeer(SocketChannel channel, InetAddress address, LocalWriters counts) {
    this.channel = new TimedChannel(channel, counts::receive);
    this.counts = counts;
    this.address = "/" + address.getHostAddress() + ":0";
    counts.open();
  }

  @Override
  public ReadableByteChannel getInputStreamChannel() {
    return channel;
  }

  @Override
  public void setReadTimeout(int timeoutMs) {
    channel.setReadTimeoutMs(timeoutMs);
  }

  @Override
  public int getReceiveBufferSize() throws IOException {
    return channel.channel().getOption(StandardSocketOptions.SO_RCVBUF);
  }

  /** True, because writes are never delayed. */
  @Override
  public boolean getTcpNoDelay() {
    return true;
  }

  @Override
  public void setWriteTimeout(int timeoutMs) {
    channel.setWriteTimeoutMs(timeoutMs);
  }

  @Override
  public boolean isClosed() {
    return !channel.isOpen();
  }

  @Override
  public void close() throws IOException {
    if (isClosed.compareAndSet(false, true)) {
      counts.close();
      channel.close();
    }
  }

  @Override
  public String getRemoteAddressString() {
    return address;
  }

  @Override
  public String getLocalAddressString() {
    return "unix:" + counts.getPath();
  }

  @Override
  public InputStream getInputStream() {
    return channel.in();
  }

  @Override
  public OutputStream getOutputStream() {
    return channel.out();
  }

  @Override
  public boolean isLocal() {
    return true;
  }

  /** Null, because file descriptors are only passed over Hadoop's own sockets. */
  @Override
  public @Nullable DomainSocket getDomainSocket() {
    return null;
  }

  @Override
  public boolean hasSecureChannel() {
    return false;
  }

  @Override
  public String toString() {
    return "LocalPeer(" + address + ", " + counts.getPath() + ")";
  }
}
