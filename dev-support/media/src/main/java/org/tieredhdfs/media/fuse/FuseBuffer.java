package org.tieredhdfs.media.fuse;

import com.sun.jna.LastErrorException;
import com.sun.jna.Memory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * Memory for one request and its reply, which is written over it.
 *
 * <p>Not thread-safe; whoever has taken it from its pool owns it.
 */
final class FuseBuffer {
  /** What the kernel writes or reads at a time at most. */
  static final int MAX_IO_BYTES = 256 << 10;

  static final int IN_HEADER_BYTES = 40;
  static final int OUT_HEADER_BYTES = 16;

  /** Where the bytes of a write begin: behind its header and its arguments of 40 bytes. */
  static final int WRITTEN_AT = IN_HEADER_BYTES + 40;

  // The kernel requires 4 KB for headers in addition to the bytes of a write.
  private static final int SIZE_BYTES = MAX_IO_BYTES + 4096;

  private final Memory memory = new Memory(SIZE_BYTES);
  private final ByteBuffer bytes =
      memory.getByteBuffer(0, SIZE_BYTES).order(ByteOrder.nativeOrder());

  /** Its bytes, in the order of this machine as the kernel writes them. */
  ByteBuffer bytes() {
    return bytes;
  }

  ByteBuffer slice(int at, int length) {
    return bytes.slice(at, length);
  }

  /** Waits for a request of the kernel. */
  void receive(int fd) throws LastErrorException {
    LibC.read(fd, memory, SIZE_BYTES);
  }

  /** Sends a reply of which {@code payloadBytes} stand behind the place of its header. */
  void send(int fd, long unique, int errno, int payloadBytes) throws LastErrorException {
    int length = OUT_HEADER_BYTES + (errno == 0 ? payloadBytes : 0);
    bytes.putInt(0, length);
    bytes.putInt(4, -errno);
    bytes.putLong(8, unique);
    LibC.write(fd, memory, length);
  }

  /** A bounded pool of buffers: a taker waits until one is returned. Thread-safe. */
  static final class Pool {
    private final BlockingQueue<FuseBuffer> free;
    private int leftToMake;

    Pool(int size) {
      free = new ArrayBlockingQueue<>(size);
      leftToMake = size;
    }

    FuseBuffer take() throws InterruptedException {
      FuseBuffer buffer = free.poll();
      if (buffer != null) {
        return buffer;
      }
      synchronized (this) {
        if (leftToMake > 0) {
          leftToMake--;
          return new FuseBuffer();
        }
      }
      return free.take();
    }

    void giveBack(FuseBuffer buffer) {
      if (!free.offer(buffer)) {
        throw new IllegalStateException("more buffers were given back than were taken");
      }
    }
  }
}
