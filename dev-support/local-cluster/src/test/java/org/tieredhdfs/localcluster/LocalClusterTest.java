package org.tieredhdfs.localcluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.linux.FileTrees;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.process.FreePorts;
import org.tieredhdfs.localcluster.process.Leftovers;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;

/** Real daemons. */
@Tag("slow")
@Timeout(300)
class LocalClusterTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final byte[] F = "f".getBytes(StandardCharsets.UTF_8);
  private static final byte[] ROW = "row".getBytes(StandardCharsets.UTF_8);

  @TempDir Path tmp;

  @AfterEach
  void leavesNothingBehind() throws IOException {
    ClusterDirs dirs = ClusterDirs.of(tmp.resolve("c"));
    Leftovers leftovers = Leftovers.find(dirs);
    assertThat(leftovers.isNothing()).as(leftovers.describe()).isTrue();
    if (Files.exists(dirs.dir())) {
      try (Stream<Path> rest = Files.list(dirs.dir())) {
        assertThat(rest.map(path -> String.valueOf(path.getFileName())))
            .isSubsetOf("logs", ".tiered-cluster");
      }
    }
  }

  @Test
  void runsHdfsWithVolumesInMemoryThatPoliciesPutBlocksOn() throws Exception {
    ClusterSpec.Builder builder =
        builder()
            .hbase(false)
            .dataNodes(2)
            .layout(VolumeLayout.parse("RAMDISK=1,SSD=2"))
            .profile("RAMDISK", MediaProfile.inMemory(256 << 20));
    try (LocalCluster cluster = new LocalCluster(builder.build(), Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
        org.apache.hadoop.fs.Path hot = new org.apache.hadoop.fs.Path("/hot");
        fs.mkdirs(hot);
        fs.setStoragePolicy(hot, "ALL_RAMDISK");
        write(fs, new org.apache.hadoop.fs.Path(hot, "file"), 3 << 20);
        assertThat(storageTypes(fs, new org.apache.hadoop.fs.Path(hot, "file")))
            .containsExactly("RAMDISK", "RAMDISK");
      }
      ClusterStatus status = ClusterView.of(tmp.resolve("c")).status();
      assertThat(status.isUp()).isTrue();
      assertThat(status.daemons()).extracting(ClusterStatus.DaemonStatus::pid).doesNotContain(0L);
      assertThat(status.volumes())
          .hasSize(6)
          .filteredOn(volume -> volume.usedBytes() >= 3 << 20)
          .extracting(ClusterStatus.VolumeStatus::name)
          .containsExactly("dn0/RAMDISK0", "dn1/RAMDISK0");
    }
  }

  @Test
  void runsHbaseOnPlacesThatWerePreparedInHdfs() throws Exception {
    try (LocalCluster cluster = new LocalCluster(builder().build(), Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      org.apache.hadoop.fs.Path wals = new org.apache.hadoop.fs.Path("/hbase/WALs");
      try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
        fs.mkdirs(wals);
        fs.setStoragePolicy(wals, "ALL_RAMDISK");
      }
      cluster.startHbase();
      putAndGet(view);
      try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
        assertThat(fs.getStoragePolicy(wals).getName()).isEqualTo("ALL_RAMDISK");
      }
      assertThat(view.status().isUp()).isTrue();
    }
  }

  @Test
  void runsStockHadoopWithNvdimmInPlaceOfRamdisk() throws Exception {
    ClusterSpec.Builder builder = builder().hbase(false).stock(true).dataNodes(1);
    try (LocalCluster cluster = new LocalCluster(builder.build(), Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      assertThat(view.status().volumes())
          .extracting(volume -> volume.name() + " " + volume.storageType())
          .containsExactly(
              "dn0/RAMDISK0 NVDIMM", "dn0/SSD0 SSD", "dn0/DISK0 DISK", "dn0/ARCHIVE0 ARCHIVE");
      try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/hot/file");
        fs.mkdirs(file.getParent());
        fs.setStoragePolicy(file.getParent(), "ALL_NVDIMM");
        write(fs, file, 1 << 20);
        assertThat(storageTypes(fs, file)).containsExactly("NVDIMM");
      }
    }
  }

  @Test
  void namesTheDaemonThatDoesNotComeUpAndShowsWhy() {
    ClusterSpec.Builder builder =
        builder().hbase(false).setting("dfs.datanode.failed.volumes.tolerated", "99");
    assertThatThrownBy(() -> start(builder))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("DataNode dn")
        .hasMessageContaining("logs/dn")
        .hasMessageContaining("dfs.datanode.failed.volumes.tolerated");
  }

  @Test
  void takesOtherPortsIfSomebodyElseWasFaster() throws Exception {
    List<List<Integer>> picks = new ArrayList<>();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      FreePorts.Source source =
          count -> {
            List<Integer> ports = new ArrayList<>(FreePorts.pick(count));
            if (picks.isEmpty()) {
              ports.set(0, taken.getLocalPort());
            }
            picks.add(ports);
            return ports;
          };
      ClusterSpec spec = builder().hbase(false).dataNodes(1).build();
      try (LocalCluster cluster = new LocalCluster(spec, Progress.silent(), source)) {
        ClusterView view = cluster.startHdfs();
        assertThat(picks).hasSize(2);
        assertThat(view.defaultFs()).endsWith(":" + picks.get(1).get(0));
        assertThat(view.status().isUp()).isTrue();
      }
    }
  }

  @Test
  void refusesADirectoryInWhichAClusterRunsAndLeavesThatAlone() throws Exception {
    ClusterSpec.Builder builder = builder().hbase(false).dataNodes(1);
    try (LocalCluster cluster = new LocalCluster(builder.build(), Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      assertThatThrownBy(() -> start(builder))
          .isInstanceOf(ClusterException.class)
          .hasMessageContaining("already");
      assertThat(view.status().isUp()).isTrue();
    }
  }

  /** A benchmark of two clusters leaves their logs in a folder for each. */
  @Test
  void takesADirectoryThatHoldsClustersButNotOneWithOtherThings() throws Exception {
    Path dir = tmp.resolve("c");
    ClusterDirs side = ClusterDirs.of(dir.resolve("ours"));
    side.mark();
    Path other = Files.createFile(dir.resolve("other"));
    ClusterSpec.Builder builder = builder().hbase(false).dataNodes(1);
    assertThatThrownBy(() -> start(builder))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("holds other things");
    Files.delete(other);
    start(builder);
    assertThat(side.isCluster()).isTrue();
    FileTrees.delete(side.dir());
  }

  private void start(ClusterSpec.Builder builder) throws IOException, ClusterException {
    try (LocalCluster cluster = new LocalCluster(builder.build(), Progress.silent())) {
      cluster.startHdfs();
    }
  }

  private ClusterSpec.Builder builder() {
    try {
      return ClusterSpec.builder(tmp.resolve("c"), ClassPaths.built(HOME));
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void putAndGet(ClusterView view) throws IOException {
    TableName name = TableName.valueOf("t");
    try (Connection connection = ConnectionFactory.createConnection(view.hbaseConf());
        Admin admin = connection.getAdmin();
        Table table = connection.getTable(name)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(name)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(F))
              .build());
      table.put(new Put(ROW).addColumn(F, F, ROW));
      admin.flush(name);
      assertThat(table.get(new Get(ROW)).getValue(F, F)).isEqualTo(ROW);
    }
  }

  private static void write(FileSystem fs, org.apache.hadoop.fs.Path file, int bytes)
      throws IOException {
    try (FSDataOutputStream out = fs.create(file)) {
      out.write(new byte[bytes]);
    }
  }

  private static List<String> storageTypes(FileSystem fs, org.apache.hadoop.fs.Path file)
      throws IOException, InterruptedException {
    // A file may be closed before the NameNode has heard of all its replicas.
    BlockLocation[] blocks = fs.getFileBlockLocations(file, 0, 1);
    int replicas = fs.getFileStatus(file).getReplication();
    for (int i = 0; i < 100 && blocks[0].getStorageTypes().length < replicas; i++) {
      TimeUnit.MILLISECONDS.sleep(100);
      blocks = fs.getFileBlockLocations(file, 0, 1);
    }
    return Arrays.stream(blocks[0].getStorageTypes()).map(Enum::name).toList();
  }
}
