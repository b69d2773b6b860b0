package org.tieredhdfs.hdfs.datanode.volume.io;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicLong;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.receive.GatheringOutput;

/**
 * A file stream that counts the writes of another on the same descriptor at their volume, and what
 * they deliver.
 *
 * <p>It has to be a {@link FileOutputStream}: Hadoop syncs no other. Closing it closes the other,
 * too, as the JDK closes all streams of a descriptor together.
 */
public final class VolumeOutputStream extends FileOutputStream implements GatheringOutput {
  private final FileOutputStream inner;
  private final VolumeState volume;
  private final AtomicLong undeliveredBytes = new AtomicLong();
  private final AtomicLong undeliveredNanos = new AtomicLong();

  public VolumeOutputStream(FileOutputStream inner, FileDescriptor fd, VolumeState volume) {
    super(fd);
    this.inner = inner;
    this.volume = volume;
  }

  /** Called after a sync of everything written so far, with its device time. */
  public void synced(double serviceNanos) throws IOException {
    deliver(true, serviceNanos);
    volume.requireOpen();
  }

  private void deliver(boolean synced, double serviceNanos) {
    long bytes = undeliveredBytes.getAndSet(0);
    long nanos = undeliveredNanos.getAndSet(0);
    if (bytes > 0) {
      volume.traffic().delivered(synced, bytes, nanos + serviceNanos);
    }
  }

  @Override
  public void write(int oneByte) throws IOException {
    write(new byte[] {(byte) oneByte}, 0, 1);
  }

  @Override
  public void write(byte[] bytes) throws IOException {
    write(bytes, 0, bytes.length);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (length == 0) {
      return;
    }
    InFlight io = volume.begin("WRITE", IoClass.WRITE, length);
    try (io) {
      inner.write(bytes, offset, length);
      io.succeeded();
    }
    undeliveredBytes.addAndGet(length);
    undeliveredNanos.addAndGet((long) io.serviceNanos());
    volume.requireOpen();
  }

  /** The caller has to keep the current thread from being interrupted: that closes the file. */
  @Override
  public void write(ByteBuffer[] pieces, int bytes) throws IOException {
    InFlight io = volume.begin("WRITE", IoClass.WRITE, bytes);
    try (io) {
      FileChannel channel = inner.getChannel();
      for (long left = bytes; left > 0; ) {
        left -= channel.write(pieces);
      }
      io.succeeded();
    }
    undeliveredBytes.addAndGet(bytes);
    undeliveredNanos.addAndGet((long) io.serviceNanos());
    volume.requireOpen();
  }

  @Override
  public void close() throws IOException {
    deliver(false, 0);
    super.close();
  }
}
