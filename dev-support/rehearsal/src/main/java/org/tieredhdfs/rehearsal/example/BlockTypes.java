package org.tieredhdfs.rehearsal.example;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** Asks the NameNode for the storage types of blocks, of files that are open as well. */
public record BlockTypes(FileSystem fs) {
  /**
   * One block.
   *
   * @param types storage types of its replicas, sorted by name
   */
  public record Found(String path, List<String> types) {}

  /** The blocks of all files below a directory, or of the one file, whose paths are wanted. */
  public List<Found> below(String root, Predicate<String> wanted) throws IOException {
    List<Found> found = new ArrayList<>();
    try {
      RemoteIterator<LocatedFileStatus> files = fs.listFiles(new Path(root), true);
      while (files.hasNext()) {
        HdfsLocatedFileStatus file = (HdfsLocatedFileStatus) files.next();
        String path = file.getPath().toUri().getPath();
        if (wanted.test(path)) {
          for (LocatedBlock block : file.getLocatedBlocks().getLocatedBlocks()) {
            found.add(new Found(path, types(block)));
          }
        }
      }
    } catch (FileNotFoundException notYetOrGoneMeanwhile) {
      return List.of();
    }
    return found;
  }

  private static List<String> types(LocatedBlock block) {
    return Arrays.stream(block.getStorageTypes()).map(StorageType::name).sorted().toList();
  }
}
