package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.InputStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.Block;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.common.FileRegion;
import org.apache.hadoop.hdfs.server.common.blockaliasmap.BlockAliasMap;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/** A PROVIDED volume, whose blocks are pieces of files elsewhere, beside volumes of the node. */
@Timeout(120)
class ProvidedVolumeTest {
  private static final int BYTES = 64 * 1024;
  private static final long BLOCK_ID = 6_000_000_000L;
  private static final long STAMP = 1_001;
  private static final String REMOTE = "test.remote.file";

  @TempDir File folder;

  /** One block: the file that the configuration names. */
  public static final class OneRegion extends BlockAliasMap<FileRegion> implements Configurable {
    private Configuration conf = new Configuration(false);

    @Override
    public void setConf(Configuration conf) {
      this.conf = conf;
    }

    @Override
    public Configuration getConf() {
      return conf;
    }

    @Override
    public Reader<FileRegion> getReader(Reader.Options options, String pool) {
      FileRegion region = new FileRegion(BLOCK_ID, new Path(conf.get(REMOTE)), 0, BYTES, STAMP);
      return new Reader<>() {
        @Override
        public Optional<FileRegion> resolve(Block block) {
          return block.getBlockId() == BLOCK_ID ? Optional.of(region) : Optional.empty();
        }

        @Override
        public Iterator<FileRegion> iterator() {
          return List.of(region).iterator();
        }

        @Override
        public void close() {}
      };
    }

    @Override
    public Writer<FileRegion> getWriter(Writer.Options options, String pool) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void refresh() {}

    @Override
    public void close() {}
  }

  @Test
  void isReadWhileAnotherVolumeHangsAndIsReportedAsOnStock() throws Exception {
    // The second folder of the only DataNode
    File remote = new File(folder, "data/data2/remote");
    byte[] content = DFSTestUtil.generateSequentialBytes(0, BYTES);
    Configuration conf = OneNode.configuration(true);
    conf.setClass(DFSConfigKeys.DFS_PROVIDED_ALIASMAP_CLASS, OneRegion.class, BlockAliasMap.class);
    // It would look for the file before that is there
    conf.setLong("dfs.block.scanner.volume.bytes.per.second", 0);
    conf.set(REMOTE, remote.toURI().toString());
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(1)
            .storagesPerDatanode(2)
            .storageTypes(new StorageType[] {StorageType.DISK, StorageType.PROVIDED})
            .build();
    DataNode datanode = cluster.getDataNodes().get(0);
    VolumeFault fault = VolumeFault.in(datanode);
    try {
      cluster.waitActive();
      // The cluster begins with empty folders
      Files.createDirectories(remote.toPath().getParent());
      Files.write(remote.toPath(), content);
      IndependentFsDataset dataset = (IndependentFsDataset) datanode.getFSDataset();
      assertThat(dataset.getVolumeList())
          .extracting(FsVolumeImpl::getStorageType)
          .containsExactlyInAnyOrder(StorageType.DISK, StorageType.PROVIDED);
      Path local = new Path("/local");
      DFSTestUtil.createFile(cluster.getFileSystem(), local, BYTES, (short) 1, 1);
      fault.hang(volume(dataset, StorageType.DISK), VolumeFault.ALL);
      Background<byte[]> stuck =
          new Background<>(
              "reader of the disk",
              () -> DFSTestUtil.readFileAsBytes(cluster.getFileSystem(), local));
      Waits.until("a reader is stuck", Duration.ofSeconds(20), () -> fault.stuck() > 0);

      String pool = cluster.getNamesystem().getBlockPoolId();
      ExtendedBlock block = new ExtendedBlock(pool, BLOCK_ID, BYTES, STAMP);
      try (InputStream in = dataset.getBlockInputStream(block, 0)) {
        assertThat(in.readAllBytes()).isEqualTo(content);
      }
      assertThat(dataset.getStorageReports(pool)).hasSize(2);
      DataNodeTestUtils.triggerHeartbeat(datanode);
      DataNodeTestUtils.triggerBlockReport(datanode);
      fault.answer();
      assertThat(stuck.get(30_000)).hasSize(BYTES);
    } finally {
      fault.answer();
      cluster.shutdown();
    }
  }

  private static FsVolumeImpl volume(IndependentFsDataset dataset, StorageType type) {
    return dataset.getVolumeList().stream()
        .filter(volume -> volume.getStorageType() == type)
        .findFirst()
        .orElseThrow();
  }
}
