package org.tieredhdfs.localcluster.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports of 127.0.0.1 that were free a moment ago, chosen by the kernel. */
public final class FreePorts {
  private FreePorts() {}

  /** A source of ports. */
  public interface Source {
    List<Integer> pick(int count) throws IOException;
  }

  /** Distinct free ports; another process may take one before it is used. */
  public static List<Integer> pick(int count) throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < count; i++) {
        ServerSocket socket = new ServerSocket();
        sockets.add(socket);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket socket : sockets) {
        socket.close();
      }
    }
  }
}
