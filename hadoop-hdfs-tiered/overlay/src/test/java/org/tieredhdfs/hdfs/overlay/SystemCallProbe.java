package org.tieredhdfs.hdfs.overlay;

import java.io.File;
import java.lang.reflect.Field;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.ReadaheadThreads;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.nativeio.NativeIO;

/** A cluster that writes and reads a file on each storage type, for somebody who looks on. */
final class SystemCallProbe {
  private static final int BYTES = 32 << 20;
  private static final Map<String, StorageType> TYPES =
      new TreeMap<>(
          Map.of(
              "ONE_RAMDISK", TieredMiniCluster.RAMDISK,
              "ALL_SSD", StorageType.SSD,
              "HOT", StorageType.DISK,
              "COLD", StorageType.ARCHIVE));

  private SystemCallProbe() {}

  /**
   * @param args a folder; a library with what libhadoop has; {@code KEY=VALUE} ...
   */
  public static void main(String[] args) throws Exception {
    load(args[1]);
    Configuration conf = TieredMiniCluster.configuration();
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, 2L * BYTES);
    for (int i = 2; i < args.length; i++) {
      String[] pair = args[i].split("=", 2);
      conf.set(pair[0], pair[1]);
    }
    StorageType[] types = TYPES.values().toArray(new StorageType[0]);
    try (OneDatanode node = new OneDatanode(new File(args[0]), conf, true, types)) {
      ReadaheadThreads.start(node.cluster.getDataNodes().get(0));
      try (FsDatasetSpi.FsVolumeReferences volumes =
          node.cluster.getDataNodes().get(0).getFSDataset().getFsVolumeReferences()) {
        for (FsVolumeSpi volume : volumes) {
          System.out.println(
              "VOLUME " + volume.getStorageType() + " " + volume.getBaseURI().getPath());
        }
      }
      for (String policy : TYPES.keySet()) {
        Path file = new Path("/" + policy, "f");
        node.fs.mkdirs(file.getParent());
        node.fs.setStoragePolicy(file.getParent(), policy);
        try (FSDataOutputStream out = node.fs.create(file)) {
          out.write(new byte[BYTES]);
        }
        try (FSDataInputStream in = node.fs.open(file)) {
          in.readFully(0, new byte[BYTES]);
        }
      }
    }
    System.exit(0);
  }

  /** Gives Hadoop the two calls, and the values that Linux has for their flags. */
  static void load(String library) throws ReflectiveOperationException {
    System.load(library);
    for (Map.Entry<String, Object> entry :
        Map.<String, Object>of(
                "nativeLoaded", true,
                "fadvisePossible", true,
                "POSIX_FADV_SEQUENTIAL", 2,
                "POSIX_FADV_WILLNEED", 3,
                "POSIX_FADV_DONTNEED", 4,
                "SYNC_FILE_RANGE_WRITE", 2)
            .entrySet()) {
      Field field = NativeIO.POSIX.class.getDeclaredField(entry.getKey());
      field.setAccessible(true);
      field.set(null, entry.getValue());
    }
  }
}
