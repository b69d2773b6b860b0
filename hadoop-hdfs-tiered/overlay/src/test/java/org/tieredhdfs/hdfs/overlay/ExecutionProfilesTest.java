package org.tieredhdfs.hdfs.overlay;

import static org.apache.hadoop.test.MetricsAsserts.getLongCounter;
import static org.apache.hadoop.test.MetricsAsserts.getMetrics;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationUtil;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.apache.hadoop.hdfs.server.datanode.PageCacheLag;
import org.apache.hadoop.hdfs.server.datanode.ReadaheadThreads;
import org.apache.hadoop.hdfs.server.datanode.ScannedBlocks;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.DataNodeVolumeMetrics;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.nativeio.NativeIO.POSIX;
import org.apache.hadoop.io.nativeio.NativeIO.POSIX.CacheManipulator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.volumes.VolumesCommand;
import org.tieredhdfs.waits.Waits;

/**
 * That a setting of one storage type acts on its volumes and on no others: seen where Hadoop makes
 * the system calls, one step before the kernel. {@link ProfileSystemCallsTest} sees them in the
 * kernel.
 */
@Timeout(300)
class ExecutionProfilesTest {
  /** What a receiver keeps of a block before it has the page cache managed, three times. */
  private static final int BIG_BYTES = 32 << 20;

  private static final int PACKET_BYTES = 64 << 10;
  private static final int FEW_PACKETS = 40;

  private static final Duration WAIT = Duration.ofMinutes(1);
  private static final Path SSD = new Path("/ssd");
  private static final Path DISK = new Path("/disk");

  @TempDir File folder;

  private final Configuration conf = TieredMiniCluster.configuration();
  private final Queue<String> advice = new ConcurrentLinkedQueue<>();
  private final CacheManipulator stock = POSIX.getCacheManipulator();
  private final long lagBytes = PageCacheLag.bytes();

  @BeforeEach
  void record() {
    conf.setInt(DFSConfigKeys.DFS_DATANODE_FILEIO_PROFILING_SAMPLING_PERCENTAGE_KEY, 100);
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, 2L * BIG_BYTES);
    // or syncs of a volume's canary are counted, too
    conf.set("dfs.tiered.volume.canary.interval", "0");
    conf.set("dfs.tiered.type.SSD.cutoff.timeout", "0");
    conf.set("dfs.tiered.type.DISK.cutoff.timeout", "0");
    POSIX.setCacheManipulator(
        new CacheManipulator() {
          @Override
          public void posixFadviseIfPossible(
              String identifier, FileDescriptor fd, long offset, long bytes, int flags) {
            // Without libhadoop the flags have no values; nothing is meant for the whole file
            if (bytes > 0) {
              advice.add((identifier.startsWith("blk_") ? "drop " : "ahead ") + bytes);
            }
          }
        });
  }

  @AfterEach
  void restore() {
    POSIX.setCacheManipulator(stock);
    PageCacheLag.set(lagBytes);
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
  }

  /** Has each write to a volume take 20 ms longer. */
  private static void delayWrites() {
    DataNodeFaultInjector.set(
        new DataNodeFaultInjector() {
          @Override
          public void delayWriteToDisk() {
            try {
              Thread.sleep(20);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
        });
  }

  private OneDatanode start() throws Exception {
    OneDatanode node = new OneDatanode(folder, conf, true, StorageType.SSD, StorageType.DISK);
    node.fs.mkdirs(SSD);
    node.fs.mkdirs(DISK);
    node.fs.setStoragePolicy(SSD, "ALL_SSD");
    node.fs.setStoragePolicy(DISK, "HOT");
    return node;
  }

  private static DataNode datanode(OneDatanode node) {
    return node.cluster.getDataNodes().get(0);
  }

  private static void write(OneDatanode node, Path directory, int bytes) throws Exception {
    try (FSDataOutputStream out = node.fs.create(new Path(directory, "f"), true)) {
      out.write(new byte[bytes]);
    }
  }

  /** Until the DataNode has done what it does after a client has all it wants. */
  private static void awaitNoTransfer(OneDatanode node) throws Exception {
    Waits.until("no transfer is left", WAIT, () -> datanode(node).getXceiverCount() == 0);
  }

  private static void read(OneDatanode node, Path directory) throws Exception {
    try (FSDataInputStream in = node.fs.open(new Path(directory, "f"))) {
      in.readFully(0, new byte[(int) node.fs.getFileStatus(new Path(directory, "f")).getLen()]);
    }
  }

  private static DataNodeVolumeMetrics of(OneDatanode node, StorageType type) throws Exception {
    try (FsDatasetSpi.FsVolumeReferences volumes =
        datanode(node).getFSDataset().getFsVolumeReferences()) {
      for (FsVolumeSpi volume : volumes) {
        if (volume.getStorageType() == type) {
          return Objects.requireNonNull(volume.getMetrics());
        }
      }
    }
    throw new AssertionError("no volume of " + type);
  }

  @Test
  void blocksOfOneTypeAreSyncedAtTheirEnd() throws Exception {
    conf.set("dfs.tiered.type.SSD.sync.on.close", "true");
    try (OneDatanode node = start()) {
      write(node, SSD, 1000);
      write(node, DISK, 1000);
      // data and checksums, and the directory
      assertThat(of(node, StorageType.SSD).getSyncIoSampleCount()).isGreaterThan(2);
      assertThat(of(node, StorageType.DISK).getSyncIoSampleCount()).isZero();
    }
  }

  @Test
  void oneTypeIsTakenOutOfWhatHoldsForAll() throws Exception {
    conf.setBoolean(DFSConfigKeys.DFS_DATANODE_SYNCONCLOSE_KEY, true);
    conf.set("dfs.tiered.type.SSD.sync.on.close", "false");
    try (OneDatanode node = start()) {
      write(node, SSD, 1000);
      write(node, DISK, 1000);
      assertThat(of(node, StorageType.SSD).getSyncIoSampleCount()).isZero();
      assertThat(of(node, StorageType.DISK).getSyncIoSampleCount()).isGreaterThan(2);
    }
  }

  @Test
  void rangesAreSyncedBehindWritesOfOneType() throws Exception {
    conf.set("dfs.tiered.type.SSD.sync.behind.writes", "true");
    try (OneDatanode node = start()) {
      write(node, SSD, BIG_BYTES);
      write(node, DISK, BIG_BYTES);
      assertThat(of(node, StorageType.SSD).getSyncIoSampleCount()).isPositive();
      assertThat(of(node, StorageType.DISK).getSyncIoSampleCount()).isZero();
    }
  }

  @Test
  void rangesAreSyncedInBackground() throws Exception {
    conf.set("dfs.tiered.type.SSD.sync.behind.writes", "true");
    conf.set("dfs.tiered.type.SSD.sync.behind.writes.in.background", "true");
    try (OneDatanode node = start()) {
      write(node, SSD, BIG_BYTES);
      DataNodeVolumeMetrics ssd = of(node, StorageType.SSD);
      Waits.until("a range is synced", WAIT, () -> ssd.getSyncIoSampleCount() > 0);
    }
  }

  /** A disk that takes its time is given many packets at once. */
  @Test
  void pageCacheIsDroppedUpToTheLastPacketAlsoWhenManyAreWrittenTogether() throws Exception {
    conf.set("dfs.tiered.type.SSD.drop.behind.writes", "true");
    delayWrites();
    PageCacheLag.set(0);
    try (OneDatanode node = start()) {
      write(node, SSD, FEW_PACKETS * PACKET_BYTES);
      awaitNoTransfer(node);
      long dropped =
          advice.stream()
              .mapToLong(one -> Long.parseLong(one.substring("drop ".length())))
              .max()
              .orElse(0);
      assertThat(dropped).isGreaterThanOrEqualTo((FEW_PACKETS - 1) * PACKET_BYTES);
    }
  }

  @Test
  void pageCacheIsDroppedBehindWritesOfOneTypeUnlessTheClientSays() throws Exception {
    conf.set("dfs.tiered.type.SSD.drop.behind.writes", "true");
    try (OneDatanode node = start()) {
      write(node, DISK, BIG_BYTES);
      assertThat(advice).isEmpty();
      write(node, SSD, BIG_BYTES);
      assertThat(advice).isNotEmpty().allSatisfy(one -> assertThat(one).startsWith("drop "));
      awaitNoTransfer(node);
      advice.clear();
      try (FSDataOutputStream out = node.fs.create(new Path(SSD, "kept"))) {
        out.setDropBehind(false);
        out.write(new byte[BIG_BYTES]);
      }
      assertThat(advice).isEmpty();
      try (FSDataOutputStream out = node.fs.create(new Path(DISK, "dropped"))) {
        out.setDropBehind(true);
        out.write(new byte[BIG_BYTES]);
      }
      assertThat(advice).isNotEmpty();
    }
  }

  @Test
  void pageCacheIsDroppedBehindReadsOfOneTypeUnlessTheClientSays() throws Exception {
    conf.set("dfs.tiered.type.DISK.drop.behind.reads", "true");
    conf.set("dfs.tiered.type.DISK.readahead", "0");
    conf.set("dfs.tiered.type.SSD.readahead", "0");
    try (OneDatanode node = start()) {
      write(node, SSD, BIG_BYTES);
      write(node, DISK, BIG_BYTES);
      read(node, SSD);
      assertThat(advice).isEmpty();
      read(node, DISK);
      assertThat(advice).isNotEmpty().allSatisfy(one -> assertThat(one).startsWith("drop "));
      awaitNoTransfer(node);
      advice.clear();
      try (FSDataInputStream in = node.fs.open(new Path(DISK, "f"))) {
        in.setDropBehind(false);
        in.readFully(0, new byte[BIG_BYTES]);
      }
      assertThat(advice).isEmpty();
    }
  }

  @Test
  void readAheadIsThatOfTheType() throws Exception {
    conf.set("dfs.tiered.type.SSD.readahead", "0");
    conf.set("dfs.tiered.type.DISK.readahead", "1m");
    try (OneDatanode node = start()) {
      write(node, SSD, BIG_BYTES);
      write(node, DISK, BIG_BYTES);
      ReadaheadThreads.start(datanode(node));
      read(node, SSD);
      read(node, DISK);
      Waits.until("the kernel is told", WAIT, () -> !advice.isEmpty());
      assertThat(advice).allSatisfy(one -> assertThat(one).isEqualTo("ahead 1048576"));
    }
  }

  @Test
  void kernelCopiesToSocketsFromOneType() throws Exception {
    conf.set("dfs.tiered.type.SSD.transferto.allowed", "false");
    try (OneDatanode node = start()) {
      write(node, SSD, 1 << 20);
      write(node, DISK, 1 << 20);
      read(node, SSD);
      read(node, DISK);
      assertThat(of(node, StorageType.SSD).getTransferIoSampleCount()).isZero();
      assertThat(of(node, StorageType.SSD).getReadIoSampleCount()).isPositive();
      assertThat(of(node, StorageType.DISK).getTransferIoSampleCount()).isPositive();
    }
  }

  @Test
  void slowWritesAreCountedByTheThresholdOfTheType() throws Exception {
    conf.set("dfs.tiered.type.SSD.slow.io.warning.threshold", "5ms");
    conf.set("dfs.tiered.type.DISK.slow.io.warning.threshold", "1h");
    try (OneDatanode node = start()) {
      delayWrites();
      write(node, DISK, 1000);
      assertThat(slowWrites(node)).isZero();
      write(node, SSD, 1000);
      assertThat(slowWrites(node)).isPositive();
    }
  }

  private static long slowWrites(OneDatanode node) {
    return getLongCounter("PacketsSlowWriteToDisk", getMetrics(datanode(node).getMetrics().name()));
  }

  @Test
  void reservedSpaceOfOneTypeTakesAUnit() throws Exception {
    long ssdBytes;
    long diskBytes;
    try (OneDatanode node = start()) {
      ssdBytes = node.capacityBytes(StorageType.SSD);
      diskBytes = node.capacityBytes(StorageType.DISK);
    }
    conf.set("dfs.tiered.type.SSD.du.reserved", "1m");
    try (OneDatanode node =
        OneDatanode.again(folder, conf, true, StorageType.SSD, StorageType.DISK)) {
      assertThat(node.capacityBytes(StorageType.SSD)).isEqualTo(ssdBytes - (1 << 20));
      assertThat(node.capacityBytes(StorageType.DISK)).isEqualTo(diskBytes);
    }
  }

  @Test
  void scannerReadsEachTypeAtItsOwnRate() throws Exception {
    conf.set("dfs.tiered.type.SSD.scanner.bytes.per.second", "1k");
    conf.set("dfs.tiered.type.DISK.scanner.bytes.per.second", "1g");
    try (ScannedBlocks scanned = ScannedBlocks.begin(conf);
        OneDatanode node = start()) {
      write(node, SSD, 1 << 20);
      write(node, DISK, 1 << 20);
      Waits.until("DISK is scanned", WAIT, () -> scanned.of(datanode(node), StorageType.DISK) > 0);
      // it has 17 minutes to go
      assertThat(scanned.of(datanode(node), StorageType.SSD)).isZero();
    }
  }

  @Test
  void runningDatanodeTakesAChange() throws Exception {
    String key = "dfs.tiered.type.SSD.sync.on.close";
    try (OneDatanode node = start()) {
      DataNode datanode = datanode(node);
      assertThat(datanode.isPropertyReconfigurable(key)).isTrue();
      assertThat(datanode.isPropertyReconfigurable("dfs.tiered.type.NVME.readahead")).isTrue();
      assertThat(datanode.isPropertyReconfigurable("dfs.datanode.http.address")).isFalse();
      write(node, SSD, 1000);
      assertThat(of(node, StorageType.SSD).getSyncIoSampleCount()).isZero();
      datanode.reconfigureProperty(key, "true");
      write(node, SSD, 1000);
      assertThat(of(node, StorageType.SSD).getSyncIoSampleCount()).isGreaterThan(2);
      long before = of(node, StorageType.SSD).getSyncIoSampleCount();
      datanode.reconfigureProperty(key, null);
      write(node, SSD, 1000);
      assertThat(of(node, StorageType.SSD).getSyncIoSampleCount()).isEqualTo(before);
    }
  }

  @Test
  void oneFaultAmongChangesKeepsAllFromBeingMade() throws Exception {
    String good = "dfs.tiered.type.SSD.sync.on.close";
    String bad = "dfs.tiered.type.DISK.readahead";
    try (OneDatanode node = start()) {
      DataNode datanode = datanode(node);
      datanode.setReconfigurationUtil(
          new ReconfigurationUtil() {
            @Override
            public Collection<PropertyChange> parseChangedProperties(
                Configuration after, Configuration before) {
              return List.of(
                  new PropertyChange(good, "true", null), new PropertyChange(bad, "-1", null));
            }
          });
      assertThatThrownBy(() -> datanode.reconfigureProperty(good, "true"))
          .hasRootCauseMessage(
              "Nothing is changed: "
                  + bad
                  + ": '-1' is not allowed; it has to be a size in bytes,"
                  + " suffix k m g t p, from 0 to 1073741824 bytes");
      write(node, SSD, 1000);
      assertThat(of(node, StorageType.SSD).getSyncIoSampleCount()).isZero();
    }
  }

  @Test
  void commandListsWhatHoldsAndWhoSaysSo() throws Exception {
    conf.set("dfs.tiered.type.SSD.readahead", "1m");
    conf.set("dfs.tiered.type.SSD.write.bytes.per.second", "60m");
    conf.setBoolean(DFSConfigKeys.DFS_DATANODE_SYNCONCLOSE_KEY, true);
    try (OneDatanode node = start()) {
      assertThat(volumes(node))
          .containsPattern("127.0.0.1:\\d+ /\\S+ SSD: in use")
          .containsPattern("127.0.0.1:\\d+ /\\S+ DISK: in use")
          .containsPattern("readahead +1048576 +dfs.tiered.type.SSD.readahead")
          .containsPattern("readahead +4194304 +default of DISK")
          .containsPattern("sync.on.close +true +dfs.datanode.synconclose")
          .containsPattern(
              "write.bytes.per.second +62914560 +dfs.tiered.type.SSD.write.bytes.per.second")
          .containsPattern("write.bytes.per.second +0 +default of DISK")
          .containsPattern("slow.io.warning.threshold +300 ms +default of SSD");
      datanode(node).reconfigureProperty("dfs.tiered.type.DISK.readahead", "2m");
      assertThat(volumes(node, "--json"))
          .containsPattern("\"2097152\",\\s*\"source\" : \"dfs.tiered.type.DISK.readahead\"");
    }
  }

  private static String volumes(OneDatanode node, String... args) throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(printed, true, StandardCharsets.UTF_8);
    VolumesCommand command = new VolumesCommand(stream, stream);
    command.setConf(node.cluster.getConfiguration(0));
    assertThat(command.run(args)).as(printed.toString(StandardCharsets.UTF_8)).isZero();
    return printed.toString(StandardCharsets.UTF_8);
  }
}
