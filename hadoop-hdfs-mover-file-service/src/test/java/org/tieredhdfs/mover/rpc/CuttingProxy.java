package org.tieredhdfs.mover.rpc;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Passes on what a client and a service send to each other, and can cut the client off at a request
 * that the service then gets all the same.
 */
final class CuttingProxy implements AutoCloseable {
  private static final int BYTES = 64 * 1024;

  private final ServerSocket socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
  private final InetSocketAddress service;
  private volatile String cutAt = "";
  private volatile boolean hasCut;

  CuttingProxy(InetSocketAddress service) throws IOException {
    this.service = service;
    start("accepts", this::accept);
  }

  InetSocketAddress listening() {
    return new InetSocketAddress(socket.getInetAddress(), socket.getLocalPort());
  }

  /** Cuts the next request off that has this in it, and no other. */
  void cutAt(String text) {
    cutAt = text;
  }

  boolean hasCut() {
    return hasCut;
  }

  private interface Work {
    void run() throws IOException;
  }

  private static void start(String name, Work work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                // one of the three has closed the connection
              }
            },
            "proxy: " + name);
    thread.setDaemon(true);
    thread.start();
  }

  private void accept() throws IOException {
    while (true) {
      Socket client = socket.accept();
      Socket server = new Socket(service.getAddress(), service.getPort());
      start("requests", () -> passRequests(client, server));
      start("responses", () -> passResponses(server, client));
    }
  }

  private void passRequests(Socket client, Socket server) throws IOException {
    InputStream in = client.getInputStream();
    OutputStream out = server.getOutputStream();
    byte[] buffer = new byte[BYTES];
    for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
      byte[] bytes = Arrays.copyOf(buffer, read);
      String text = new String(bytes, StandardCharsets.ISO_8859_1);
      boolean isCut = !cutAt.isEmpty() && text.contains(cutAt);
      if (isCut) {
        cutAt = "";
        hasCut = true;
        client.close();
      }
      out.write(bytes);
      if (isCut) {
        return;
      }
    }
    server.close();
  }

  private static void passResponses(Socket server, Socket client) throws IOException {
    server.getInputStream().transferTo(client.getOutputStream());
    client.close();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
