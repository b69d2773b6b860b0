package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;

/**
 * Writes a large copy back to its device while it is still being copied.
 *
 * <p>By itself the kernel begins when much of the memory is dirty, or after half a minute: a copy
 * of a gigabyte would first be read and then be written, and its dirty pages would slow down the
 * writers of all other volumes. So a thread syncs what has come, again and again. There is one for
 * each copy that is large; copies are bounded by the node's permits for moves.
 *
 * <p>Begun and ended by the thread that copies.
 */
final class CopyWriteback implements AutoCloseable {
  /**
   * Up to this size writeback is left to the kernel: one sync at the end is cheaper for small
   * blocks.
   */
  static final long STEP_BYTES = 8 << 20;

  /**
   * The first step is small, so that the device starts early; each step is twice the previous one.
   */
  static final long FIRST_STEP_BYTES = 1 << 20;

  private static final long POLL_MS = 20;

  private final FsVolumeSpi volume;
  private final File file;
  private final FileIoProvider files;
  private final Thread thread;

  // guarded by this
  private boolean isEnded;
  private @Nullable IOException failure;

  private CopyWriteback(FsVolumeSpi volume, File file, FileIoProvider files) {
    this.volume = volume;
    this.file = file;
    this.files = files;
    this.thread = new Thread(this::run, "writeback of " + file.getName());
    thread.setDaemon(true);
  }

  /** Begins with a copy that need not be there yet. */
  static CopyWriteback begin(FsVolumeSpi volume, File file, FileIoProvider files) {
    CopyWriteback writeback = new CopyWriteback(volume, file, files);
    writeback.thread.start();
    return writeback;
  }

  /**
   * Ends, after the sync that is under way. What is written since then is for the caller to sync.
   *
   * @throws IOException of a sync: the kernel tells of a lost page once, so the copy is no good
   */
  void end() throws IOException {
    close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while " + file + " was written back");
    }
    synchronized (this) {
      if (failure != null) {
        throw failure;
      }
    }
  }

  /** Stops it without waiting; if it was not ended, because the copy was abandoned. */
  @Override
  public synchronized void close() {
    isEnded = true;
    notifyAll();
  }

  private void run() {
    try {
      if (awaitBytes(0)) {
        try (FileOutputStream stream = files.getFileOutputStream(volume, file, true)) {
          long syncedBytes = 0;
          while (awaitBytes(syncedBytes)) {
            syncedBytes = file.length();
            files.sync(volume, stream);
          }
        }
      }
    } catch (IOException | RuntimeException e) {
      synchronized (this) {
        failure = e instanceof IOException io ? io : new IOException(e);
      }
    } catch (InterruptedException e) {
      // not expected; the caller syncs everything
    }
  }

  /** Waits until a step is there beyond what is synced; false if the copy is at its end. */
  private boolean awaitBytes(long syncedBytes) throws InterruptedException {
    long stepBytes = Math.min(STEP_BYTES, Math.max(FIRST_STEP_BYTES, syncedBytes));
    while (true) {
      // Outside of the monitor: who stops it must not wait for the volume
      boolean isThere = file.length() - syncedBytes >= stepBytes;
      synchronized (this) {
        if (isEnded || isThere) {
          return !isEnded;
        }
        wait(POLL_MS);
      }
    }
  }
}
