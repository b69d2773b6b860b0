package org.tieredhdfs.tiering.image;

import java.io.File;
import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeDirectorySection.DirEntry;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INode;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeDirectory;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;

/**
 * A made-up namespace of any size: each directory has twenty files and up to ten directories; files
 * have one to three blocks, forty owners, and were read in the last 400 days.
 */
public final class LargeImage {
  public static final int FILES_OF_A_DIRECTORY = 20;
  public static final int OWNERS = 40;
  private static final int DIRECTORIES_OF_A_DIRECTORY = 10;
  private static final long FIRST = ImageWriter.ROOT + 1;

  private final long nowMs;
  private final long files;
  private final long directories;

  public LargeImage(long files, long nowMs) {
    this.files = files;
    this.directories = Math.max(1, files / FILES_OF_A_DIRECTORY);
    this.nowMs = nowMs;
  }

  public void write(File file) throws IOException {
    try (ImageWriter writer = new ImageWriter(file)) {
      writer.inodes(
          directories + files,
          i ->
              i < directories
                  ? writer.directory(FIRST + i, "dt=" + i, INodeDirectory.newBuilder())
                  : file(writer, i - directories));
      // the root, then each directory
      writer.children(directories + 1, i -> i == 0 ? children(-1) : children(i - 1));
    }
  }

  private INode file(ImageWriter writer, long i) {
    SplittableRandom random = new SplittableRandom(i);
    long readMs = nowMs - random.nextLong(TimeUnit.DAYS.toMillis(400));
    INodeFile.Builder content =
        INodeFile.newBuilder()
            .setReplication(3)
            .setModificationTime(readMs - random.nextLong(TimeUnit.DAYS.toMillis(30)))
            .setAccessTime(readMs)
            .setPreferredBlockSize(128 << 20)
            .setStoragePolicyID(0)
            .setPermission(writer.permission("user" + i % OWNERS, "group" + i % 7));
    long[] blocks = random.longs(1 + random.nextInt(3), 1, 128 << 20).toArray();
    return ImageWriter.file(
        FIRST + directories + i, "part-" + (100_000 + i % 20) + ".parquet", content, blocks);
  }

  private DirEntry children(long directory) {
    DirEntry.Builder entry =
        DirEntry.newBuilder().setParent(directory < 0 ? ImageWriter.ROOT : FIRST + directory);
    long first = (directory + 1) * DIRECTORIES_OF_A_DIRECTORY;
    for (long i = first; i < Math.min(directories, first + DIRECTORIES_OF_A_DIRECTORY); i++) {
      entry.addChildren(FIRST + i);
    }
    if (directory >= 0) {
      // the last one has the rest
      long end = directory == directories - 1 ? files : (directory + 1) * FILES_OF_A_DIRECTORY;
      for (long i = directory * FILES_OF_A_DIRECTORY; i < end; i++) {
        entry.addChildren(FIRST + directories + i);
      }
    }
    return entry.build();
  }
}
