package org.tieredhdfs.mover.service;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A port that leads to another one of this machine, and brings each answer later. */
final class SlowLink implements Closeable {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final int MOST_UNDER_WAY = 10_000;

  private record Answer(ByteBuffer bytes, long dueNs) {}

  private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final int port;
  private final long delayNs;

  SlowLink(int port, Duration delay) throws IOException {
    this.port = port;
    this.delayNs = delay.toNanos();
    threads.execute(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  private void accept() {
    try {
      while (true) {
        Socket client = kept(listening.accept());
        Socket server = kept(new Socket(InetAddress.getLoopbackAddress(), port));
        BlockingQueue<Answer> underWay = new LinkedBlockingQueue<>(MOST_UNDER_WAY);
        pump(client, server, (bytes, out) -> write(out, bytes));
        pump(
            server,
            client,
            (bytes, out) ->
                underWay.put(new Answer(ByteBuffer.wrap(bytes), System.nanoTime() + delayNs)));
        threads.execute(() -> deliver(underWay, client));
      }
    } catch (IOException e) {
      // closed
      return;
    }
  }

  private Socket kept(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    open.add(socket);
    return socket;
  }

  /** What becomes of bytes that came. */
  private interface Sink {
    void take(byte[] bytes, OutputStream out) throws IOException, InterruptedException;
  }

  private void pump(Socket from, Socket to, Sink sink) {
    threads.execute(
        () -> {
          byte[] buffer = new byte[BUFFER_BYTES];
          try (from;
              to) {
            InputStream in = from.getInputStream();
            for (int read = in.read(buffer); read > 0; read = in.read(buffer)) {
              sink.take(Arrays.copyOf(buffer, read), to.getOutputStream());
            }
          } catch (IOException | InterruptedException e) {
            // one of the two has closed its end
            return;
          }
        });
  }

  private static void write(OutputStream out, byte[] bytes) throws IOException {
    out.write(bytes);
    out.flush();
  }

  private static void deliver(BlockingQueue<Answer> underWay, Socket to) {
    try {
      while (!to.isClosed()) {
        Answer next = underWay.take();
        TimeUnit.NANOSECONDS.sleep(next.dueNs() - System.nanoTime());
        write(to.getOutputStream(), next.bytes().array());
      }
    } catch (IOException | InterruptedException e) {
      // one of the two has closed its end
      return;
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
    for (Socket socket : open) {
      socket.close();
    }
    threads.shutdownNow();
  }
}
