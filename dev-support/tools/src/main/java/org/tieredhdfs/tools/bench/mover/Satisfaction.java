package org.tieredhdfs.tools.bench.mover;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.DirectoryListing;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/**
 * How many files of a directory lie where they belong, by the word of the NameNode.
 *
 * @param files that have as many replicas as they should, all of the wanted type
 * @param arrived that have a replica of the wanted type, whatever else there is of them
 */
record Satisfaction(int files, int arrived) {

  static Satisfaction of(DFSClient client, Path directory, String type) throws IOException {
    int files = 0;
    int arrived = 0;
    byte[] after = HdfsFileStatus.EMPTY_NAME;
    DirectoryListing listing = client.listPaths(directory.toString(), after, true);
    while (listing != null) {
      for (HdfsFileStatus status : listing.getPartialListing()) {
        if (status instanceof HdfsLocatedFileStatus file) {
          files += isSatisfied(file, type) ? 1 : 0;
          arrived += hasArrived(file, type) ? 1 : 0;
        }
      }
      listing =
          listing.hasMore()
              ? client.listPaths(directory.toString(), listing.getLastName(), true)
              : null;
    }
    return new Satisfaction(files, arrived);
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
