package org.tieredhdfs.media.fuse;

import com.sun.jna.LastErrorException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * Kernel settings of a process that serves a device, so that it never waits for memory whose
 * release needs the device itself.
 */
public final class KernelPromises {
  private KernelPromises() {}

  /**
   * Locks the memory of this process and tries to mark the calling thread as one that serves I/O,
   * as each of {@link #exactThreads} is marked.
   *
   * @return what the kernel refused, a sentence each; without a right to it, a machine short of
   *     memory may come to a stop
   */
  public static List<String> ask() {
    List<String> refused = new ArrayList<>();
    try {
      LibC.mlockall(LibC.MCL_CURRENT | LibC.MCL_FUTURE);
    } catch (LastErrorException e) {
      refused.add("memory cannot be locked: error " + e.getErrorCode());
    }
    int error = markAsServer();
    if (error != 0) {
      refused.add("threads cannot be marked as ones that serve I/O: error " + error);
    }
    return refused;
  }

  /** Marks the calling thread; returns 0 or the error. */
  private static int markAsServer() {
    try {
      LibC.prctl(LibC.PR_SET_IO_FLUSHER, 1, 0, 0, 0);
      return 0;
    } catch (LastErrorException e) {
      return e.getErrorCode();
    }
  }

  /**
   * Threads whose timers are exact to a microsecond instead of 50, and an end of which, by what
   * they did not expect, ends the process: a device that nobody serves would hang for ever.
   */
  public static ThreadFactory exactThreads() {
    return work -> {
      Thread thread =
          new Thread(
              () -> {
                LibC.prctl(LibC.PR_SET_TIMERSLACK, 1_000, 0, 0, 0);
                markAsServer();
                work.run();
              });
      thread.setDaemon(true);
      thread.setUncaughtExceptionHandler(
          (ended, cause) -> {
            System.err.println(
                ended.getName() + ": " + cause + " at " + Arrays.toString(cause.getStackTrace()));
            Runtime.getRuntime().halt(1);
          });
      return thread;
    };
  }
}
