package org.tieredhdfs.hbase;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;

/**
 * Where the replicas of one file are and where its policy wants them, as the NameNode says; bytes
 * count replicas.
 *
 * @param askedBytes the bytes that the policy wants on each storage type
 * @param gotBytes the bytes that are on each storage type
 * @param elsewhereBytes those that are on a type of which the policy wants fewer
 */
record FilePlace(
    Map<StorageType, Long> askedBytes, Map<StorageType, Long> gotBytes, long elsewhereBytes) {

  /**
   * @param fs HBase's, or the one below it
   * @throws java.io.FileNotFoundException if the file was compacted away or moved meanwhile
   */
  static FilePlace of(FileSystem fs, Path file) throws IOException {
    FileSystem backing = PolicyAssigner.backing(fs);
    FileStatus status = backing.getFileStatus(file);
    StorageType[] types = backing.getStoragePolicy(file).getStorageTypes();
    return of(
        types,
        status.getReplication(),
        backing.getFileBlockLocations(status, 0, Math.max(1, status.getLen())));
  }

  static FilePlace of(StorageType[] types, int replication, BlockLocation[] blocks) {
    Map<StorageType, Long> asked = new EnumMap<>(StorageType.class);
    Map<StorageType, Long> got = new EnumMap<>(StorageType.class);
    long elsewhere = 0;
    for (BlockLocation block : blocks) {
      Map<StorageType, Integer> wanted = new EnumMap<>(StorageType.class);
      for (int replica = 0; replica < replication; replica++) {
        // the last type of a policy stands for all further replicas
        StorageType type = types[Math.min(replica, types.length - 1)];
        asked.merge(type, block.getLength(), Long::sum);
        wanted.merge(type, 1, Integer::sum);
      }
      for (StorageType type : block.getStorageTypes()) {
        got.merge(type, block.getLength(), Long::sum);
        if (wanted.merge(type, -1, Integer::sum) < 0) {
          elsewhere += block.getLength();
        }
      }
    }
    return new FilePlace(asked, got, elsewhere);
  }
}
