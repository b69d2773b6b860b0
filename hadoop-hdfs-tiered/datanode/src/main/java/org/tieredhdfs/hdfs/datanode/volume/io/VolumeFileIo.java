package org.tieredhdfs.hdfs.datanode.volume.io;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.FilenameFilter;
import java.io.Flushable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.CopyOption;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.nativeio.NativeIOException;
import org.apache.hadoop.net.SocketOutputStream;
import org.apache.hadoop.util.functional.CallableRaisingIOE;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;

/**
 * Hadoop's access to the files of a DataNode's volumes, with every call counted at the {@link
 * VolumeState} of its volume.
 *
 * <p>Each method is a {@code try} around Hadoop's own, with all that this does: its hooks for
 * profiling and fault injection do not tell when a call ends in an {@link Error} or because a
 * reader went away. A {@link RandomAccessFile} that is written to is counted while it is opened and
 * not afterwards; it serves the last chunk of a replica that is recovered. Thread-safe.
 */
public final class VolumeFileIo extends FileIoProvider {
  private final VolumeRegistry registry;

  /**
   * @param datanode whose disks are checked when a call fails; null if none are
   */
  @SuppressWarnings("NullAway") // Hadoop's own takes none as well
  public VolumeFileIo(Configuration conf, @Nullable DataNode datanode, VolumeRegistry registry) {
    super(conf, datanode);
    this.registry = registry;
  }

  private InFlight begin(@Nullable FsVolumeSpi volume, String name, IoClass ioClass) {
    return begin(volume, name, ioClass, 0);
  }

  private InFlight begin(@Nullable FsVolumeSpi volume, String name, IoClass ioClass, long bytes) {
    return volume == null ? InFlight.NONE : registry.state(volume).begin(name, ioClass, bytes);
  }

  private void count(
      @Nullable FsVolumeSpi volume, String name, IoClass ioClass, InvocationRaisingIOE call)
      throws IOException {
    try (InFlight io = begin(volume, name, ioClass)) {
      call.apply();
      io.succeeded();
    }
  }

  private <T> T counted(
      @Nullable FsVolumeSpi volume, String name, IoClass ioClass, CallableRaisingIOE<T> call)
      throws IOException {
    try (InFlight io = begin(volume, name, ioClass)) {
      return io.succeeded(call.apply());
    }
  }

  @Override
  public void flush(@Nullable FsVolumeSpi volume, Flushable f) throws IOException {
    count(volume, "FLUSH", IoClass.WRITE, () -> super.flush(volume, f));
  }

  @Override
  public void sync(@Nullable FsVolumeSpi volume, FileOutputStream stream) throws IOException {
    InFlight io = begin(volume, "SYNC", IoClass.SYNC);
    try (io) {
      super.sync(volume, stream);
      io.succeeded();
    }
    if (stream instanceof VolumeOutputStream ours) {
      ours.synced(io.serviceNanos());
    }
  }

  @Override
  public void dirSync(@Nullable FsVolumeSpi volume, File dir) throws IOException {
    count(volume, "SYNC", IoClass.SYNC, () -> super.dirSync(volume, dir));
  }

  @Override
  public void syncFileRange(
      @Nullable FsVolumeSpi volume, FileDescriptor fd, long offset, long bytes, int flags)
      throws NativeIOException {
    try (InFlight io = begin(volume, "SYNC", IoClass.SYNC)) {
      super.syncFileRange(volume, fd, offset, bytes, flags);
      io.succeeded();
    }
  }

  @Override
  public void posixFadvise(
      @Nullable FsVolumeSpi volume,
      String identifier,
      FileDescriptor fd,
      long offset,
      long bytes,
      int flags)
      throws NativeIOException {
    try (InFlight io = begin(volume, "FADVISE", IoClass.READ)) {
      super.posixFadvise(volume, identifier, fd, offset, bytes, flags);
      io.succeeded();
    }
  }

  @Override
  public boolean delete(@Nullable FsVolumeSpi volume, File f) {
    try (InFlight io = begin(volume, "DELETE", IoClass.DIRECTORY)) {
      return io.changed(super.delete(volume, f));
    }
  }

  @Override
  public boolean deleteWithExistsCheck(@Nullable FsVolumeSpi volume, File f) {
    try (InFlight io = begin(volume, "DELETE", IoClass.DIRECTORY)) {
      boolean isThere = f.exists();
      boolean isGone = super.deleteWithExistsCheck(volume, f);
      io.changed(isThere && isGone);
      return isGone;
    }
  }

  /** Only waiting for the disk counts, not waiting for the reader. */
  @Override
  public void transferToSocketFully(
      @Nullable FsVolumeSpi volume,
      SocketOutputStream socket,
      FileChannel file,
      long position,
      int count,
      LongWritable waitNanos,
      LongWritable transferNanos)
      throws IOException {
    FileChannel counted =
        volume == null ? file : new VolumeFileChannel(file, registry.state(volume));
    super.transferToSocketFully(volume, socket, counted, position, count, waitNanos, transferNanos);
  }

  @Override
  public boolean createFile(@Nullable FsVolumeSpi volume, File f) throws IOException {
    try (InFlight io = begin(volume, "CREATE", IoClass.DIRECTORY)) {
      return io.changed(super.createFile(volume, f));
    }
  }

  @Override
  public FileInputStream getFileInputStream(@Nullable FsVolumeSpi volume, File f)
      throws FileNotFoundException {
    try (InFlight io = begin(volume, "OPEN", IoClass.READ)) {
      return io.succeeded(counted(volume, super.getFileInputStream(volume, f)));
    }
  }

  @Override
  public FileInputStream getShareDeleteFileInputStream(
      @Nullable FsVolumeSpi volume, File f, long offset) throws IOException {
    return counted(
        volume,
        "OPEN",
        IoClass.READ,
        () -> counted(volume, super.getShareDeleteFileInputStream(volume, f, offset)));
  }

  @Override
  public FileInputStream openAndSeek(@Nullable FsVolumeSpi volume, File f, long offset)
      throws IOException {
    return counted(
        volume, "OPEN", IoClass.READ, () -> counted(volume, super.openAndSeek(volume, f, offset)));
  }

  @Override
  public FileOutputStream getFileOutputStream(@Nullable FsVolumeSpi volume, File f, boolean append)
      throws FileNotFoundException {
    try (InFlight io = begin(volume, "OPEN", IoClass.DIRECTORY)) {
      return io.succeeded(counted(volume, super.getFileOutputStream(volume, f, append)));
    }
  }

  @Override
  public FileOutputStream getFileOutputStream(@Nullable FsVolumeSpi volume, FileDescriptor fd) {
    return counted(volume, super.getFileOutputStream(volume, fd));
  }

  @Override
  public RandomAccessFile getRandomAccessFile(@Nullable FsVolumeSpi volume, File f, String mode)
      throws FileNotFoundException {
    boolean isRead = mode.equals("r");
    try (InFlight io = begin(volume, "OPEN", isRead ? IoClass.READ : IoClass.DIRECTORY)) {
      RandomAccessFile file = super.getRandomAccessFile(volume, f, mode);
      return io.succeeded(isRead && volume != null ? counted(volume, f, file) : file);
    }
  }

  /** A reader waits for it, when Hadoop looks up the checksum of a replica's last chunk. */
  private RandomAccessFile counted(FsVolumeSpi volume, File f, RandomAccessFile file)
      throws FileNotFoundException {
    try {
      return new VolumeRandomAccessFile(f, file, registry.state(volume));
    } catch (FileNotFoundException | RuntimeException | Error e) {
      IOUtils.closeStream(file);
      throw e;
    }
  }

  private FileInputStream counted(@Nullable FsVolumeSpi volume, FileInputStream stream) {
    return volume == null
        ? stream
        : new VolumeInputStream(stream, descriptor(stream::getFD), registry.state(volume));
  }

  private FileOutputStream counted(@Nullable FsVolumeSpi volume, FileOutputStream stream) {
    return volume == null
        ? stream
        : new VolumeOutputStream(stream, descriptor(stream::getFD), registry.state(volume));
  }

  private static FileDescriptor descriptor(Callable<FileDescriptor> getter) {
    try {
      return getter.call();
    } catch (Exception e) {
      throw new IllegalStateException("A stream that was just opened has a descriptor", e);
    }
  }

  @Override
  public boolean fullyDelete(@Nullable FsVolumeSpi volume, File dir) {
    try (InFlight io = begin(volume, "DELETE", IoClass.DIRECTORY)) {
      return io.succeeded(super.fullyDelete(volume, dir));
    }
  }

  @Override
  public void replaceFile(@Nullable FsVolumeSpi volume, File src, File target) throws IOException {
    count(volume, "MOVE", IoClass.DIRECTORY, () -> super.replaceFile(volume, src, target));
  }

  @Override
  public void rename(@Nullable FsVolumeSpi volume, File src, File target) throws IOException {
    count(volume, "MOVE", IoClass.DIRECTORY, () -> super.rename(volume, src, target));
  }

  @Override
  public void moveFile(@Nullable FsVolumeSpi volume, File src, File target) throws IOException {
    count(volume, "MOVE", IoClass.DIRECTORY, () -> super.moveFile(volume, src, target));
  }

  @Override
  public void move(@Nullable FsVolumeSpi volume, Path src, Path target, CopyOption... options)
      throws IOException {
    count(volume, "MOVE", IoClass.DIRECTORY, () -> super.move(volume, src, target, options));
  }

  /** Hadoop passes the source volume; the copier counts the target volume itself. */
  @Override
  public void nativeCopyFileUnbuffered(
      @Nullable FsVolumeSpi volume, File src, File target, boolean preserveFileDate)
      throws IOException {
    try (InFlight io = begin(volume, "NATIVE_COPY", IoClass.COPY, src.length())) {
      super.nativeCopyFileUnbuffered(volume, src, target, preserveFileDate);
      io.succeeded();
    }
  }

  @Override
  public boolean mkdirs(@Nullable FsVolumeSpi volume, File dir) throws IOException {
    try (InFlight io = begin(volume, "MKDIRS", IoClass.DIRECTORY)) {
      return io.changed(super.mkdirs(volume, dir));
    }
  }

  /** Stock fails if another thread makes the same directory after it has looked for it. */
  @Override
  public void mkdirsWithExistsCheck(@Nullable FsVolumeSpi volume, File dir) throws IOException {
    try (InFlight io = begin(volume, "MKDIRS", IoClass.DIRECTORY)) {
      boolean isThere = dir.isDirectory();
      try {
        super.mkdirsWithExistsCheck(volume, dir);
      } catch (IOException e) {
        if (!dir.isDirectory()) {
          throw e;
        }
      }
      io.changed(!isThere);
    }
  }

  @Override
  public File[] listFiles(@Nullable FsVolumeSpi volume, File dir) throws IOException {
    return counted(volume, "LIST", IoClass.READ, () -> super.listFiles(volume, dir));
  }

  @Override
  public String[] list(@Nullable FsVolumeSpi volume, File dir) throws IOException {
    return counted(volume, "LIST", IoClass.READ, () -> super.list(volume, dir));
  }

  @Override
  public List<String> listDirectory(@Nullable FsVolumeSpi volume, File dir, FilenameFilter filter)
      throws IOException {
    return counted(volume, "LIST", IoClass.READ, () -> super.listDirectory(volume, dir, filter));
  }

  @Override
  public int getHardLinkCount(@Nullable FsVolumeSpi volume, File f) throws IOException {
    return counted(volume, "LIST", IoClass.READ, () -> super.getHardLinkCount(volume, f));
  }

  /** Counts a write of an extended attribute until it is closed. */
  public InFlight attribute(FsVolumeSpi volume) {
    return begin(volume, "ATTRIBUTE", IoClass.DIRECTORY);
  }

  @Override
  public boolean exists(@Nullable FsVolumeSpi volume, File f) {
    try (InFlight io = begin(volume, "EXISTS", IoClass.READ)) {
      return io.succeeded(super.exists(volume, f));
    }
  }
}
