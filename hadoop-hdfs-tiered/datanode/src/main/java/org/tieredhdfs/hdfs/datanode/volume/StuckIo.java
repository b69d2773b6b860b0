package org.tieredhdfs.hdfs.datanode.volume;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decides whether an I/O call that takes long is stuck, and says what it is stuck in. */
final class StuckIo {
  /** A copy of a whole file is one call; slower than this is as good as not at all. */
  private static final long LEAST_BYTES_PER_MS = 1_000;

  private static final int REPORTED_FRAMES = 25;

  private StuckIo() {}

  /**
   * A call that is stuck.
   *
   * @param reading whether it only reads
   * @param report what it is stuck in, for people
   */
  record Finding(boolean reading, String report) {}

  /**
   * Looks at one call; null if it is not stuck.
   *
   * <p>A call that takes longer than the timeout is stuck unless another of its class, begun later,
   * has come back: then the volume is slow, but it answers.
   */
  static @Nullable Finding find(VolumeState volume, InFlight io, long timeoutMs, long nowNanos) {
    long allowedMs = timeoutMs + io.bytes() / LEAST_BYTES_PER_MS;
    if (io.ioClass() == IoClass.COPY || io.isDone() || io.ageMs(nowNanos) < allowedMs) {
      return null;
    }
    // Cheap questions first; a stack trace stops the thread for a moment
    if (io.ioClass() != IoClass.OPEN && volume.isOvertaken(io.ioClass(), io.startNanos())) {
      return null;
    }
    StackTraceElement[] stack = io.thread().getStackTrace();
    if (!isInIo(stack) || io.isDone()) {
      return null;
    }
    IoClass ioClass = io.ioClass() == IoClass.OPEN ? openClass(stack) : io.ioClass();
    if (volume.isOvertaken(ioClass, io.startNanos())) {
      return null;
    }
    boolean reading = ioClass == IoClass.READ || ioClass == IoClass.TRANSFER;
    return new Finding(reading, report(io, nowNanos, stack));
  }

  private static String report(InFlight io, long nowNanos, StackTraceElement[] stack) {
    return String.format(
        Locale.ROOT,
        "%s for %d ms in thread \"%s\"%s",
        io.name(),
        io.ageMs(nowNanos),
        io.thread().getName(),
        text(stack));
  }

  /** Whether the thread really is in an I/O call: some of them end without telling. */
  private static boolean isInIo(StackTraceElement[] stack) {
    boolean inProvider = false;
    for (StackTraceElement frame : stack) {
      String name = frame.getClassName();
      if (name.startsWith("org.apache.hadoop.net.SocketIOWithTimeout")) {
        return false;
      }
      inProvider |=
          name.startsWith("org.apache.hadoop.hdfs.server.datanode.FileIoProvider")
              || name.startsWith(CachedDf.class.getName());
    }
    return inProvider;
  }

  private static IoClass openClass(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      String method = frame.getMethodName();
      if (method.equals("createFile")
          || method.equals("getFileOutputStream")
          || method.equals("getRandomAccessFile")) {
        return IoClass.DIRECTORY;
      }
    }
    return IoClass.READ;
  }

  private static String text(StackTraceElement[] stack) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(stack.length, REPORTED_FRAMES); i++) {
      text.append("\n    at ").append(stack[i]);
    }
    return text.toString();
  }
}
