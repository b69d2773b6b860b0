package org.tieredhdfs.bench.mover;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.jspecify.annotations.Nullable;

/**
 * How many files of a directory are in place, according to the NameNode.
 *
 * @param files that have as many replicas as they should, all of the wanted type
 * @param arrived that have a replica of the wanted type, whatever else there is of them
 * @param lastToArrive the last one, by name, that has not arrived; null if all have
 * @param lastToSatisfy the last one that is not satisfied; null if all are
 */
record Satisfaction(
    int files, int arrived, @Nullable String lastToArrive, @Nullable String lastToSatisfy) {

  static Satisfaction of(DFSClient client, Path directory, String type) throws IOException {
    int files = 0;
    int arrived = 0;
    String lastToArrive = null;
    String lastToSatisfy = null;
    byte[] after = HdfsFileStatus.EMPTY_NAME;
    DirectoryListing listing = client.listPaths(directory.toString(), after, true);
    while (listing != null) {
      for (HdfsFileStatus status : listing.getPartialListing()) {
        if (status instanceof HdfsLocatedFileStatus file) {
          boolean isSatisfied = isSatisfied(file, type);
          boolean hasArrived = hasArrived(file, type);
          files += isSatisfied ? 1 : 0;
          arrived += hasArrived ? 1 : 0;
          lastToSatisfy = isSatisfied ? lastToSatisfy : file.getLocalName();
          lastToArrive = hasArrived ? lastToArrive : file.getLocalName();
        }
      }
      listing =
          listing.hasMore()
              ? client.listPaths(directory.toString(), listing.getLastName(), true)
              : null;
    }
    return new Satisfaction(files, arrived, lastToArrive, lastToSatisfy);
  }

  /** Whether the file that this look saw behind all others is there by now. */
  boolean isLastThere(DFSClient client, Path directory, String type) throws IOException {
    String name = lastToArrive == null ? lastToSatisfy : lastToArrive;
    if (name == null) {
      return true;
    }
    HdfsLocatedFileStatus file =
        client.getLocatedFileInfo(new Path(directory, name).toString(), false);
    return lastToArrive == null ? isSatisfied(file, type) : hasArrived(file, type);
  }

  private static boolean isSatisfied(HdfsLocatedFileStatus file, String type) {
    return file.getLocatedBlocks().getLocatedBlocks().stream()
        .allMatch(
            block ->
                block.getLocations().length == file.getReplication()
                    && count(block, type) == file.getReplication());
  }

  private static boolean hasArrived(HdfsLocatedFileStatus file, String type) {
    return file.getLocatedBlocks().getLocatedBlocks().stream()
        .allMatch(block -> count(block, type) >= file.getReplication());
  }

  private static long count(LocatedBlock block, String type) {
    return Arrays.stream(block.getStorageTypes()).filter(one -> one.name().equals(type)).count();
  }
}
