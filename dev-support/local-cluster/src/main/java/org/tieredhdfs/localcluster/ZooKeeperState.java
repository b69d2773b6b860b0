package org.tieredhdfs.localcluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Asks a ZooKeeper server whether it serves. */
final class ZooKeeperState {
  private static final int TIMEOUT_MS = 2_000;

  private ZooKeeperState() {}

  static boolean isServing(String host, int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), TIMEOUT_MS);
      socket.setSoTimeout(TIMEOUT_MS);
      socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
      return answer.contains("Mode:");
    } catch (IOException notYet) {
      return false;
    }
  }
}
