package org.tieredhdfs.hdfs.write;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** Two ends of a TCP connection within this process. */
record ChannelPair(SocketChannel one, SocketChannel other) implements AutoCloseable {

  static ChannelPair open() throws IOException {
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      return new ChannelPair(SocketChannel.open(listener.getLocalAddress()), listener.accept());
    }
  }

  @Override
  public void close() throws IOException {
    one.close();
    other.close();
  }
}
