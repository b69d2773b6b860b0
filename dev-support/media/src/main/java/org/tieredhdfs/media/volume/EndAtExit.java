package org.tieredhdfs.media.volume;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.linux.FileTrees;
import org.tieredhdfs.media.server.MediaServerProcess;

/**
 * Ends a folder of media if this process is told to end while it is open, however far its start has
 * come.
 */
final class EndAtExit {
  private static final int MAX_ATTEMPTS = 20;
  private static final long PAUSE_MS = 100;

  private final Thread hook = new Thread(this::end, "end of emulated media");
  private @Nullable Path dir;
  private @Nullable MediaServerProcess server;
  private boolean isEnding;

  private EndAtExit() {}

  /**
   * Comes before anything that has to be undone.
   *
   * @throws IllegalStateException if this process is ending already
   */
  static EndAtExit register() {
    EndAtExit atExit = new EndAtExit();
    Runtime.getRuntime().addShutdownHook(atExit.hook);
    return atExit;
  }

  synchronized void dir(Path made) {
    requireRunning();
    dir = made;
  }

  synchronized void server(MediaServerProcess started) {
    requireRunning();
    server = started;
  }

  private void requireRunning() {
    if (isEnding) {
      throw new IllegalStateException("this process is ending");
    }
  }

  /** There is nothing to end any more. */
  void cancel() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException isExiting) {
      return;
    }
  }

  /**
   * Until nothing is left: whoever uses the folder goes on meanwhile, and may attach one device
   * more.
   */
  synchronized void end() {
    isEnding = true;
    MediaServerProcess running = server;
    if (running != null) {
      running.close();
    }
    Path folder = dir;
    if (folder == null) {
      return;
    }
    try {
      for (int attempt = 1; Files.exists(folder); attempt++) {
        if (!isCleared(folder, attempt == MAX_ATTEMPTS)) {
          TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
        }
      }
    } catch (IOException e) {
      System.err.println("emulated media in " + folder + " are left: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isCleared(Path folder, boolean isLast) throws IOException {
    try {
      clear(folder);
      return true;
    } catch (IOException e) {
      if (isLast) {
        throw e;
      }
      return false;
    }
  }

  /** Undoes everything over a folder and removes it. */
  static void clear(Path folder) throws IOException {
    MediaMounts.end(folder);
    FileTrees.delete(folder);
  }
}
