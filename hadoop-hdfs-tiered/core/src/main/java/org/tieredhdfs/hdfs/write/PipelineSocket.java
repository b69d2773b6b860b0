package org.tieredhdfs.hdfs.write;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * A client's blocking socket to the first DataNode of a write pipeline.
 *
 * <p>It hides its channel, so that Hadoop reads and writes by its streams without a selector. It
 * has the methods that Hadoop's client uses. One thread may read while another one writes; an
 * interrupt closes it.
 */
public final class PipelineSocket extends Socket {
  private final int writeTimeoutMs;
  private @Nullable SocketAddress local;
  private @Nullable InetSocketAddress remote;
  private volatile @Nullable TimedChannel connected;
  private volatile boolean isClosed;

  /**
   * @param writeTimeoutMs how long a write may take; 0 for any time
   */
  public PipelineSocket(int writeTimeoutMs) {
    this.writeTimeoutMs = writeTimeoutMs;
  }

  @Override
  public void bind(@Nullable SocketAddress address) {
    local = address;
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    connect(endpoint, 0);
  }

  @Override
  public void connect(SocketAddress endpoint, int timeoutMs) throws IOException {
    if (isClosed || connected != null) {
      throw new SocketException(isClosed ? "Socket is closed" : "already connected");
    }
    if (!(endpoint instanceof InetSocketAddress address)) {
      throw new IllegalArgumentException("not an internet address: " + endpoint);
    }
    remote = address;
    TimedChannel timed = watched(open(address, timeoutMs));
    timed.setWriteTimeoutMs(writeTimeoutMs);
    connected = timed;
    if (isClosed) {
      timed.close();
      throw new SocketException("Socket is closed");
    }
  }

  private static TimedChannel watched(SocketChannel channel) throws IOException {
    boolean isWatched = false;
    try {
      TimedChannel timed = new TimedChannel(channel);
      isWatched = true;
      return timed;
    } finally {
      if (!isWatched) {
        channel.close();
      }
    }
  }

  private SocketChannel open(InetSocketAddress address, int timeoutMs) throws IOException {
    SocketChannel channel = SocketChannel.open();
    boolean isConnected = false;
    try {
      if (local != null) {
        channel.bind(local);
      }
      // the adaptor supports a timeout and keeps the channel in blocking mode
      channel.socket().connect(address, timeoutMs);
      isConnected = true;
      return channel;
    } finally {
      if (!isConnected) {
        channel.close();
      }
    }
  }

  private TimedChannel channel() throws SocketException {
    TimedChannel channel = connected;
    if (channel == null || isClosed) {
      throw new SocketException(isClosed ? "Socket is closed" : "Socket is not connected");
    }
    return channel;
  }

  /** Null, because Hadoop would use a selector for a socket with a channel. */
  @Override
  public @Nullable SocketChannel getChannel() {
    return null;
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return channel().in();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return channel().out();
  }

  @Override
  public synchronized void setSoTimeout(int timeoutMs) throws SocketException {
    channel().setReadTimeoutMs(timeoutMs);
  }

  @Override
  public synchronized int getSoTimeout() throws SocketException {
    return channel().readTimeoutMs();
  }

  @Override
  public void setTcpNoDelay(boolean on) throws SocketException {
    channel().channel().socket().setTcpNoDelay(on);
  }

  @Override
  public boolean getTcpNoDelay() throws SocketException {
    return channel().channel().socket().getTcpNoDelay();
  }

  @Override
  public void setKeepAlive(boolean on) throws SocketException {
    channel().channel().socket().setKeepAlive(on);
  }

  @Override
  public boolean getKeepAlive() throws SocketException {
    return channel().channel().socket().getKeepAlive();
  }

  @Override
  public synchronized void setSendBufferSize(int bytes) throws SocketException {
    try {
      channel().channel().setOption(StandardSocketOptions.SO_SNDBUF, bytes);
    } catch (IOException e) {
      throw asSocketException(e);
    }
  }

  @Override
  public synchronized int getSendBufferSize() throws SocketException {
    try {
      return channel().channel().getOption(StandardSocketOptions.SO_SNDBUF);
    } catch (IOException e) {
      throw asSocketException(e);
    }
  }

  private static SocketException asSocketException(IOException e) {
    return (SocketException) new SocketException(e.getMessage()).initCause(e);
  }

  @Override
  public @Nullable InetAddress getInetAddress() {
    return remote == null ? null : remote.getAddress();
  }

  @Override
  public int getPort() {
    return remote == null ? 0 : remote.getPort();
  }

  @Override
  public @Nullable SocketAddress getRemoteSocketAddress() {
    return remote;
  }

  @Override
  public @Nullable InetAddress getLocalAddress() {
    TimedChannel channel = connected;
    return channel == null ? getInetAddress() : channel.channel().socket().getLocalAddress();
  }

  @Override
  public int getLocalPort() {
    TimedChannel channel = connected;
    return channel == null ? 0 : channel.channel().socket().getLocalPort();
  }

  @Override
  public boolean isConnected() {
    return connected != null;
  }

  @Override
  public boolean isClosed() {
    return isClosed;
  }

  @Override
  public synchronized void close() throws IOException {
    isClosed = true;
    TimedChannel channel = connected;
    if (channel != null) {
      channel.close();
    }
  }

  @Override
  public String toString() {
    return "PipelineSocket[" + remote + "]";
  }
}
