package org.tieredhdfs.hdfs.datanode.choose;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.nativeio.NativeIOException;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.choose.VolumeLoad.Io;
import org.tieredhdfs.hdfs.datanode.choose.VolumeLoad.IoSpan;

/**
 * Hadoop's way to a volume's file system, which also reports every write and sync to {@link
 * VolumeLoad}: what {@link LatencyAwareVolumeChoosingPolicy} measures volumes by.
 *
 * <p>A dataset factory installs it before it builds its dataset, since volumes keep the provider
 * that they were made with. All that stock does (profiling, fault injection) still happens inside.
 */
public final class MeteredFileIoProvider extends FileIoProvider {

  public MeteredFileIoProvider(Configuration conf, DataNode dataNode) {
    super(conf, dataNode);
  }

  /**
   * Puts a metered provider in the place of a DataNode's own.
   *
   * @throws IllegalStateException if this Hadoop keeps its provider elsewhere
   */
  public static void install(DataNode dataNode, Configuration conf) {
    try {
      Field field = DataNode.class.getDeclaredField("fileIoProvider");
      field.setAccessible(true);
      field.set(dataNode, new MeteredFileIoProvider(conf, dataNode));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("This Hadoop's DataNode has no field fileIoProvider", e);
    }
  }

  @Override
  public void sync(@Nullable FsVolumeSpi volume, FileOutputStream stream) throws IOException {
    metered(trafficOf(volume), Io.SYNC, 0, () -> super.sync(volume, stream));
    if (stream instanceof MeteredStream ours) {
      ours.deliver();
    }
  }

  @Override
  public void dirSync(@Nullable FsVolumeSpi volume, File dir) throws IOException {
    metered(trafficOf(volume), Io.SYNC, 0, () -> super.dirSync(volume, dir));
  }

  @Override
  public void syncFileRange(
      @Nullable FsVolumeSpi volume, FileDescriptor fd, long offset, long bytes, int flags)
      throws NativeIOException {
    metered(
        trafficOf(volume), Io.SYNC, 0, () -> super.syncFileRange(volume, fd, offset, bytes, flags));
  }

  @Override
  public FileOutputStream getFileOutputStream(
      @Nullable FsVolumeSpi volume, File file, boolean append) throws FileNotFoundException {
    FileOutputStream stream = super.getFileOutputStream(volume, file, append);
    try {
      return metered(volume, stream, stream.getFD());
    } catch (IOException e) {
      FileNotFoundException failure = new FileNotFoundException(file + ": no file descriptor");
      failure.initCause(e);
      throw failure;
    }
  }

  @Override
  public FileOutputStream getFileOutputStream(@Nullable FsVolumeSpi volume, FileDescriptor fd) {
    return metered(volume, super.getFileOutputStream(volume, fd), fd);
  }

  private static FileOutputStream metered(
      @Nullable FsVolumeSpi volume, FileOutputStream stream, FileDescriptor fd) {
    VolumeTraffic traffic = trafficOf(volume);
    return traffic == null ? stream : new MeteredStream(stream, fd, traffic);
  }

  private static @Nullable VolumeTraffic trafficOf(@Nullable FsVolumeSpi volume) {
    return volume == null ? null : VolumeLoadBoard.SHARED.of(volume);
  }

  /** An operation on a file system. */
  private interface Operation<E extends IOException> {
    void run() throws E;
  }

  private static <E extends IOException> void metered(
      @Nullable VolumeTraffic traffic, Io io, long bytes, Operation<E> operation) throws E {
    if (traffic == null) {
      operation.run();
      return;
    }
    IoSpan span = traffic.ioStarted();
    long written = 0;
    try {
      operation.run();
      written = bytes;
    } finally {
      traffic.ioEnded(io, written, span);
    }
  }

  /**
   * A file stream that meters the writes of another on the same descriptor. It has to be a {@link
   * FileOutputStream}: stock code syncs no other. Closing it closes the other, too, as the JDK
   * closes all streams of a descriptor together.
   */
  private static final class MeteredStream extends FileOutputStream {
    private final FileOutputStream inner;
    private final VolumeTraffic traffic;
    private final AtomicLong undeliveredBytes = new AtomicLong();

    MeteredStream(FileOutputStream inner, FileDescriptor fd, VolumeTraffic traffic) {
      super(fd);
      this.inner = inner;
      this.traffic = traffic;
    }

    /** What was written so far has reached the volume. */
    void deliver() {
      long bytes = undeliveredBytes.getAndSet(0);
      if (bytes > 0) {
        traffic.delivered(bytes);
      }
    }

    @Override
    public void write(int oneByte) throws IOException {
      metered(traffic, Io.WRITE, 1, () -> inner.write(oneByte));
      undeliveredBytes.incrementAndGet();
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      metered(traffic, Io.WRITE, length, () -> inner.write(bytes, offset, length));
      undeliveredBytes.addAndGet(length);
    }

    @Override
    public void close() throws IOException {
      deliver();
      super.close();
    }
  }
}
