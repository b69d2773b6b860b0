package org.tieredhdfs.hdfs.receive;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/**
 * The pool of a process's packet buffers, used and free.
 *
 * <p>Both together never exceed a bound. Thread-safe.
 */
public final class ReceiveBuffers {
  private final Deque<ByteBuffer> idle = new ArrayDeque<>();
  private long allocatedBytes;

  /**
   * A buffer that nobody else uses.
   *
   * @param direct whether outside the heap
   * @param maxBytes what all buffers together may have
   * @return null if that would be exceeded, or the process has no such memory left
   */
  public @Nullable ByteBuffer take(int bytes, boolean direct, long maxBytes) {
    synchronized (this) {
      ByteBuffer known = direct ? takeIdle(bytes) : null;
      if (known != null) {
        return known;
      }
      while (allocatedBytes + bytes > maxBytes && !idle.isEmpty()) {
        allocatedBytes -= idle.pop().capacity();
      }
      if (allocatedBytes + bytes > maxBytes) {
        return null;
      }
      allocatedBytes += bytes;
    }
    // Outside the lock: the JDK waits for the collector here when memory is short
    try {
      return direct ? ByteBuffer.allocateDirect(bytes) : ByteBuffer.allocate(bytes);
    } catch (OutOfMemoryError e) {
      release(bytes);
      return null;
    }
  }

  private synchronized void release(int bytes) {
    allocatedBytes -= bytes;
  }

  private @Nullable ByteBuffer takeIdle(int bytes) {
    // Remove by the iterator, because buffers with the same content are equal
    for (Iterator<ByteBuffer> all = idle.iterator(); all.hasNext(); ) {
      ByteBuffer buffer = all.next();
      if (buffer.capacity() == bytes) {
        all.remove();
        return buffer;
      }
    }
    return null;
  }

  /** Takes a buffer back; those on the heap are left to the collector. */
  public synchronized void giveBack(ByteBuffer buffer) {
    if (buffer.isDirect()) {
      idle.push(buffer.clear());
    } else {
      allocatedBytes -= buffer.capacity();
    }
  }

  /** The bytes of all buffers, in use or not. */
  public synchronized long allocatedBytes() {
    return allocatedBytes;
  }
}
