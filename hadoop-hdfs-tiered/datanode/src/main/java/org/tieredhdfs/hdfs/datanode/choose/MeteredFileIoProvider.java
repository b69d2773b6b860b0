package org.tieredhdfs.hdfs.datanode.choose;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.nativeio.NativeIOException;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.choose.VolumeLoad.Io;

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
    metered(volume, Io.SYNC, 0, () -> super.sync(volume, stream));
  }

  @Override
  public void dirSync(@Nullable FsVolumeSpi volume, File dir) throws IOException {
    metered(volume, Io.SYNC, 0, () -> super.dirSync(volume, dir));
  }

  @Override
  public void syncFileRange(
      @Nullable FsVolumeSpi volume, FileDescriptor fd, long offset, long bytes, int flags)
      throws NativeIOException {
    VolumeTraffic traffic = trafficOf(volume);
    long started = traffic == null ? 0 : traffic.ioStarted();
    try {
      super.syncFileRange(volume, fd, offset, bytes, flags);
    } finally {
      if (traffic != null) {
        traffic.ioEnded(Io.SYNC, 0, started);
      }
    }
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
  private interface Operation {
    void run() throws IOException;
  }

  private static void metered(@Nullable FsVolumeSpi volume, Io io, long bytes, Operation operation)
      throws IOException {
    VolumeTraffic traffic = trafficOf(volume);
    if (traffic == null) {
      operation.run();
    } else {
      metered(traffic, io, bytes, operation);
    }
  }

  private static void metered(VolumeTraffic traffic, Io io, long bytes, Operation operation)
      throws IOException {
    long started = traffic.ioStarted();
    long written = 0;
    try {
      operation.run();
      written = bytes;
    } finally {
      traffic.ioEnded(io, written, started);
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

    MeteredStream(FileOutputStream inner, FileDescriptor fd, VolumeTraffic traffic) {
      super(fd);
      this.inner = inner;
      this.traffic = traffic;
    }

    @Override
    public void write(int oneByte) throws IOException {
      metered(traffic, Io.WRITE, 1, () -> inner.write(oneByte));
    }

    @Override
    public void write(byte[] bytes) throws IOException {
      write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      metered(traffic, Io.WRITE, length, () -> inner.write(bytes, offset, length));
    }
  }
}
