package org.tieredhdfs.media.fuse;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** A bounded pool of buffers: a taker waits until one is returned. Thread-safe. */
final class BufferPool {
  private final BlockingQueue<FuseBuffer> free;
  private int leftToMake;

  BufferPool(int size) {
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
