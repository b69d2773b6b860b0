package org.tieredhdfs.hdfs.datanode;

import java.io.File;
import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.health.VolumeProbe;

/** A way to file systems that keeps what was synced and renamed, in its order. */
final class RecordedFileIo extends FileIoProvider {
  private static final String CANARY = "canary";

  private final List<String> events = new ArrayList<>();
  private final List<String> opens = new ArrayList<>();
  private final Map<FileDescriptor, String> opened = new ConcurrentHashMap<>();
  private final Map<FileOutputStream, String> streams = new ConcurrentHashMap<>();

  RecordedFileIo(Configuration conf, @Nullable DataNode datanode) {
    super(conf, datanode);
  }

  /** What was done since the last call. */
  synchronized List<String> taken() {
    List<String> taken = List.copyOf(events);
    events.clear();
    return taken;
  }

  /** Which files of replicas were opened since the last call. */
  synchronized List<String> takenOpens() {
    List<String> taken = List.copyOf(opens);
    opens.clear();
    return taken;
  }

  private synchronized void add(String event) {
    events.add(event);
  }

  private synchronized void addOpen(File file) {
    if (file.getName().startsWith(Block.BLOCK_FILE_PREFIX)) {
      opens.add(kind(file));
    }
  }

  /** Of a replica: data or meta; of the canary of a volume: canary. */
  private static String kind(File file) {
    if (file.getName().equals(VolumeProbe.FILE_NAME)) {
      return CANARY;
    }
    return Block.isMetaFilename(file.getName()) ? "meta" : "data";
  }

  private static String folder(File folder) {
    File parent = folder.getParentFile();
    if (!folder.getName().startsWith("subdir")) {
      return folder.getName();
    }
    return parent.getName().startsWith("subdir") ? "leaf" : "middle";
  }

  @Override
  public void sync(@Nullable FsVolumeSpi volume, FileOutputStream stream) throws IOException {
    super.sync(volume, stream);
    // Stock opens data past its provider, and gives the descriptor
    String kind = streams.getOrDefault(stream, "data");
    if (!kind.equals(CANARY)) {
      add("sync " + kind);
    }
  }

  @Override
  public void dirSync(@Nullable FsVolumeSpi volume, File dir) throws IOException {
    super.dirSync(volume, dir);
    add("sync " + folder(dir));
  }

  @Override
  public void rename(@Nullable FsVolumeSpi volume, File src, File target) throws IOException {
    super.rename(volume, src, target);
    add(kind(src) + " to " + folder(target.getParentFile()));
  }

  @Override
  public RandomAccessFile getRandomAccessFile(@Nullable FsVolumeSpi volume, File f, String mode)
      throws FileNotFoundException {
    RandomAccessFile file = super.getRandomAccessFile(volume, f, mode);
    addOpen(f);
    try {
      opened.put(file.getFD(), kind(f));
    } catch (IOException e) {
      throw new AssertionError("A file that was opened just now has a descriptor", e);
    }
    return file;
  }

  @Override
  public FileOutputStream getFileOutputStream(@Nullable FsVolumeSpi volume, FileDescriptor fd) {
    FileOutputStream stream = super.getFileOutputStream(volume, fd);
    streams.put(stream, opened.getOrDefault(fd, "data"));
    return stream;
  }

  @Override
  public FileOutputStream getFileOutputStream(@Nullable FsVolumeSpi volume, File f, boolean append)
      throws FileNotFoundException {
    FileOutputStream stream = super.getFileOutputStream(volume, f, append);
    addOpen(f);
    streams.put(stream, kind(f));
    return stream;
  }
}
