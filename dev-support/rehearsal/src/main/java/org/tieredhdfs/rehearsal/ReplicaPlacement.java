package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;

/** Where the replicas below a directory lie. */
final class ReplicaPlacement {
  private ReplicaPlacement() {}

  /** Replicas by storage type, of all files that are closed. */
  static Map<String, Integer> below(Configuration conf, String directory) throws IOException {
    Map<String, Integer> replicas = new TreeMap<>();
    try (FileSystem fs = FileSystem.newInstance(conf)) {
      RemoteIterator<LocatedFileStatus> files = fs.listFiles(new Path(directory), true);
      while (files.hasNext()) {
        for (BlockLocation block : files.next().getBlockLocations()) {
          for (StorageType type : block.getStorageTypes()) {
            replicas.merge(type.name(), 1, Integer::sum);
          }
        }
      }
    }
    return replicas;
  }
}
