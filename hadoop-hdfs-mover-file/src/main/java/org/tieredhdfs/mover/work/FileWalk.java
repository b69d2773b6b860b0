package org.tieredhdfs.mover.work;

import java.io.IOException;
import java.util.ArrayDeque;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.namenode.NamenodeLink;

/**
 * A lazy walk over the files of a directory.
 *
 * <p>It holds the current listing of each directory on the way down, so that memory grows with
 * depth, not with the number of files. Directories are followed by their inode ids: one that is
 * renamed meanwhile is walked to its end. Used by one thread.
 */
public final class FileWalk {

  /** A directory that is being read. */
  private static final class Level {
    final FileRef directory;
    HdfsFileStatus[] part = new HdfsFileStatus[0];
    int next;
    long listedAtNs;
    boolean hasMore = true;
    byte @Nullable [] lastName;

    Level(FileRef directory) {
      this.directory = directory;
    }
  }

  private final NamenodeLink namenode;
  private final boolean isRecursive;
  private final FileGate gate;
  private final ArrayDeque<Level> levels = new ArrayDeque<>();
  private @Nullable HdfsFileStatus last;
  private long lastListedAtNs;

  /**
   * @param gate hears of each directory that is entered
   */
  FileWalk(NamenodeLink namenode, FileRef directory, boolean isRecursive, FileGate gate)
      throws IOException {
    this.namenode = namenode;
    this.isRecursive = isRecursive;
    this.gate = gate;
    enter(directory);
  }

  private void enter(FileRef directory) throws IOException {
    gate.enters(directory);
    levels.push(new Level(directory));
  }

  /**
   * The next file; null when there is none left.
   *
   * @throws IOException if the NameNode cannot be asked; a further call goes on where this one was
   */
  public @Nullable FileRef next() throws IOException {
    while (!levels.isEmpty()) {
      Level level = levels.peek();
      HdfsFileStatus status = nextOf(level);
      if (status == null) {
        levels.pop();
        continue;
      }
      FileRef child =
          level.directory.child(
              status.getFileId(), DFSUtilClient.bytes2String(status.getLocalNameInBytes()));
      if (status.isDirectory() && isRecursive) {
        enter(child);
      }
      level.next++;
      if (!status.isDirectory() && !status.isSymlink()) {
        last = status;
        lastListedAtNs = level.listedAtNs;
        return child;
      }
    }
    return null;
  }

  /** The last file as the listing has it, with its blocks; null if the listing is without. */
  @Nullable ListedFile listed() {
    return last instanceof HdfsLocatedFileStatus located
        ? new ListedFile(located, lastListedAtNs)
        : null;
  }

  /** The bytes of all replicas of the last file. */
  long lastBytes() {
    return last == null ? 0 : replicaBytes(last);
  }

  /** The bytes of all replicas of a file; parity of erasure-coded files is not counted. */
  static long replicaBytes(HdfsFileStatus file) {
    return file.getLen() * Math.max(1, file.getReplication());
  }

  private @Nullable HdfsFileStatus nextOf(Level level) throws IOException {
    while (level.next == level.part.length) {
      if (!level.hasMore) {
        return null;
      }
      level.listedAtNs = System.nanoTime();
      DirectoryListing listing = namenode.list(level.directory, level.lastName);
      if (listing == null) {
        return null;
      }
      level.part = listing.getPartialListing();
      level.next = 0;
      level.hasMore = listing.hasMore() && level.part.length > 0;
      level.lastName = level.part.length == 0 ? null : listing.getLastName();
    }
    return level.part[level.next];
  }
}
