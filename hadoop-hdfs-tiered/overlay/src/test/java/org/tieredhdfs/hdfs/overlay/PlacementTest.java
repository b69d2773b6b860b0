package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlacementTest {
  private static final StorageType RAMDISK = StorageType.valueOf("RAMDISK");

  @TempDir File folder;
  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;

  @BeforeEach
  void startCluster() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.setInt(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, 64 * 1024);
    cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(3)
            .storageTypes(new StorageType[] {RAMDISK, StorageType.SSD, StorageType.DISK})
            .storagesPerDatanode(3)
            .build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
  }

  @AfterEach
  void stopCluster() {
    cluster.shutdown();
  }

  private Map<String, Integer> replicasByType(Path file) throws Exception {
    Map<String, Integer> replicas = new TreeMap<>();
    List<LocatedBlock> blocks =
        fs.getClient().getLocatedBlocks(file.toString(), 0, Long.MAX_VALUE).getLocatedBlocks();
    for (LocatedBlock block : blocks) {
      Arrays.stream(block.getStorageTypes())
          .forEach(type -> replicas.merge(type.name(), 1, Integer::sum));
    }
    return replicas;
  }

  @Test
  void allReplicasGoToRamdisk() throws Exception {
    Path dir = new Path("/ram");
    fs.mkdirs(dir);
    fs.setStoragePolicy(dir, "ALL_RAMDISK");
    Path file = new Path(dir, "f");
    DFSTestUtil.createFile(fs, file, 200_000, (short) 3, 1);

    assertThat(replicasByType(file)).isEqualTo(Map.of("RAMDISK", 12));
    assertThat(fs.getStoragePolicy(dir).getName()).isEqualTo("ALL_RAMDISK");

    cluster.restartNameNode(true);
    assertThat(replicasByType(file)).isEqualTo(Map.of("RAMDISK", 12));
    fs.setSafeMode(SafeModeAction.ENTER);
    fs.saveNamespace();
    fs.setSafeMode(SafeModeAction.LEAVE);
    cluster.restartNameNode(true);
    assertThat(fs.getStoragePolicy(dir).getName()).isEqualTo("ALL_RAMDISK");
    assertThat(EnumSet.allOf(StorageType.class)).contains(RAMDISK);
  }
}
