package org.tieredhdfs.media.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.concurrent.ThreadFactory;
import org.tieredhdfs.media.fuse.KernelPromises;

/**
 * The process that serves devices, controlled through its socket.
 *
 * <p>Run outside of any group whose I/O is limited: it is what the limits wait for.
 */
public final class MediaServer {
  static final String ATTACHED = "attached";

  private MediaServer() {}

  /**
   * @param args the path of the control socket, in a folder that nobody else may enter; and {@value
   *     #ATTACHED} if it shall end with its standard input, so with whoever started it
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    boolean isAttached = args.length == 2 && args[1].equals(ATTACHED);
    if (args.length != 1 && !isAttached) {
      System.err.println("usage: MediaServer SOCKET [" + ATTACHED + "]");
      System.exit(2);
    }
    KernelPromises.ask().forEach(System.err::println);
    ThreadFactory threads = KernelPromises.exactThreads();
    ServedDevices devices = new ServedDevices(threads);
    ControlSocket socket = ControlSocket.listen(Path.of(args[0]));
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(socket), "end"));
    if (isAttached) {
      threads.newThread(MediaServer::exitAtEndOfInput).start();
    }
    socket.serve(devices);
  }

  private static void exitAtEndOfInput() {
    try {
      System.in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      System.err.println("media server: " + e);
    }
    System.exit(0);
  }

  /**
   * Mounts stay, as they do after a kill: whoever started it finds by them what lies over the
   * devices, whose requests fail from now on.
   */
  private static void end(ControlSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      System.err.println("media server: " + e);
    }
  }
}
