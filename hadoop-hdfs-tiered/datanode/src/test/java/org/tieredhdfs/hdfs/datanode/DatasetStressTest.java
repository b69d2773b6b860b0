package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

/**
 * Random operations of many clients while volumes hang, come and go and DataNodes restart; at the
 * end every acknowledged byte is there, no replica is doubled and nothing is left locked.
 *
 * <p>{@code -Dtiered.stress.seed} repeats a run as far as threads allow, {@code
 * -Dtiered.stress.seconds} sets the length of the long form.
 */
@Tag("slow")
class DatasetStressTest {
  private static final int CLIENTS = 6;
  private static final int NODES = 3;
  private static final short REPLICATION = 2;
  private static final String DIRS = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;

  @TempDir File folder;
  private final AtomicInteger names = new AtomicInteger();
  private final AtomicInteger succeeded = new AtomicInteger();
  private final AtomicInteger failed = new AtomicInteger();
  private final ConcurrentLinkedQueue<Throwable> wrong = new ConcurrentLinkedQueue<>();
  private volatile boolean stop;

  @Test
  @Timeout(240)
  void shortForm() throws Exception {
    run(25);
  }

  @Test
  @Tag("slow")
  @Timeout(3_600)
  void longForm() throws Exception {
    run(Long.getLong("tiered.stress.seconds", 300));
  }

  private void run(long seconds) throws Exception {
    long seed = Long.getLong("tiered.stress.seed", 20_261_121);
    Configuration conf = OneNode.configuration(true);
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, REPLICATION);
    conf.setInt("dfs.client.block.write.retries", 3);
    conf.setInt("dfs.client.socket-timeout", 8_000);
    conf.setBoolean("dfs.client.block.write.replace-datanode-on-failure.best-effort", true);
    conf.set("dfs.datanode.xceiver.stop.timeout.millis", "2000");
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    // A copy that failed is tried again soon
    conf.setInt("dfs.namenode.reconstruction.pending.timeout-sec", 3);
    MiniDFSCluster cluster =
        new MiniDFSCluster.Builder(conf, folder)
            .numDataNodes(NODES)
            .storagesPerDatanode(3)
            .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK, StorageType.DISK})
            .build();
    try {
      cluster.waitActive();
      DistributedFileSystem fs = cluster.getFileSystem();
      fs.mkdirs(OneNode.SSD);
      fs.mkdirs(OneNode.DISK);
      fs.setStoragePolicy(OneNode.SSD, "ALL_SSD");
      List<Background<List<StressFile>>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        Random random = new Random(seed + i);
        clients.add(new Background<>("client " + i, () -> client(fs, random)));
      }
      makeTrouble(cluster, new Random(seed), seconds);
      stop = true;
      List<StressFile> files = new ArrayList<>();
      for (Background<List<StressFile>> client : clients) {
        files.addAll(client.get(90_000));
      }
      assertThat(wrong).isEmpty();
      System.out.println(
          "stress: seed " + seed + ", " + succeeded + " succeeded, " + failed + " failed");
      assertThat(succeeded.get()).isGreaterThan(failed.get());
      verify(cluster, fs, files);
    } finally {
      stop = true;
      cluster.shutdown();
    }
  }

  private List<StressFile> client(DistributedFileSystem fs, Random random) {
    List<StressFile> files = new ArrayList<>();
    while (!stop) {
      try {
        step(fs, random, files);
        succeeded.incrementAndGet();
      } catch (IOException e) {
        // A hang or restart may fail any operation; it must not fail what was acknowledged
        failed.incrementAndGet();
      } catch (AssertionError | RuntimeException e) {
        wrong.add(e);
      }
    }
    return files;
  }

  private void step(DistributedFileSystem fs, Random random, List<StressFile> files)
      throws IOException {
    int choice = random.nextInt(10);
    if (files.isEmpty() || choice < 4) {
      int name = names.incrementAndGet();
      org.apache.hadoop.fs.Path directory = random.nextBoolean() ? OneNode.SSD : OneNode.DISK;
      StressFile file =
          new StressFile(fs, new org.apache.hadoop.fs.Path(directory, "f" + name), name);
      files.add(file);
      file.create(random);
      return;
    }
    StressFile file = files.get(random.nextInt(files.size()));
    if (choice < 6) {
      file.append(random);
    } else if (choice < 8) {
      file.read();
    } else if (choice < 9) {
      fs.setReplication(file.path(), (short) (1 + random.nextInt(NODES)));
    } else {
      files.remove(file);
      fs.delete(file.path(), false);
    }
  }

  private static void makeTrouble(MiniDFSCluster cluster, Random random, long seconds)
      throws Exception {
    long endNanos = System.nanoTime() + seconds * 1_000_000_000L;
    for (int round = 0; System.nanoTime() - endNanos < 0; round++) {
      int index = random.nextInt(NODES);
      DataNode datanode = cluster.getDataNodes().get(index);
      if (round % 8 == 5) {
        cluster.restartDataNode(index, true);
        cluster.waitActive();
      } else if (round % 8 == 3) {
        swap(datanode);
      } else {
        hang(datanode, random);
      }
      assertThat(ManagementFactory.getThreadMXBean().findDeadlockedThreads()).isNull();
    }
  }

  private static void hang(DataNode datanode, Random random) throws Exception {
    IndependentFsDataset dataset = (IndependentFsDataset) datanode.getFSDataset();
    List<FsVolumeImpl> volumes = dataset.getVolumeList();
    HangingVolume fault = HangingVolume.in(datanode);
    fault.hang(
        volumes.get(random.nextInt(volumes.size())),
        random.nextBoolean() ? HangingVolume.CHANGES : HangingVolume.ALL);
    Thread.sleep(100 + random.nextInt(2_500));
    fault.answer();
    Thread.sleep(random.nextInt(300));
  }

  private static void swap(DataNode datanode) throws Exception {
    String dirs = datanode.getConf().get(DIRS);
    datanode.reconfigurePropertyImpl(DIRS, dirs.substring(0, dirs.lastIndexOf(',')));
    Thread.sleep(200);
    datanode.reconfigurePropertyImpl(DIRS, dirs);
  }

  private void verify(MiniDFSCluster cluster, DistributedFileSystem fs, List<StressFile> files)
      throws Exception {
    cluster.waitActive();
    cluster.triggerBlockReports();
    List<StressFile> promised = files.stream().filter(StressFile::isPromised).toList();
    for (StressFile file : promised) {
      OneNode.await(
          "lease of " + file,
          90_000,
          () -> !fs.exists(file.path()) || fs.recoverLease(file.path()));
    }
    for (StressFile file : promised) {
      if (fs.exists(file.path())) {
        fs.setReplication(file.path(), REPLICATION);
        OneNode.await("copies of " + file, 60_000, () -> hasCopies(fs, file));
        file.read();
      }
    }
    for (DataNode datanode : cluster.getDataNodes()) {
      IndependentFsDataset dataset = (IndependentFsDataset) datanode.getFSDataset();
      OneNode.await("all of " + datanode + " is at rest", 30_000, () -> isAtRest(dataset));
      assertThat(doubled(dataset)).as("blocks on two volumes of %s", datanode).isEmpty();
    }
  }

  /** Whether every block has enough replicas; what is too many goes when the NameNode likes. */
  private static boolean hasCopies(DistributedFileSystem fs, StressFile file) throws IOException {
    for (LocatedBlock block : DFSTestUtil.getAllBlocks(fs, file.path())) {
      if (block.getLocations().length < REPLICATION) {
        return false;
      }
    }
    return true;
  }

  private static boolean isAtRest(IndependentFsDataset dataset) {
    boolean idle = dataset.guards().registry().gate().running() == 0;
    for (FsVolumeImpl volume : dataset.getVolumeList()) {
      VolumeState state = dataset.guards().registry().state(volume);
      // The block scanner keeps one reference
      idle &= state.threads() == 0 && volume.getReferenceCount() <= 1 && !state.isHung();
    }
    return idle
        && dataset.guards().locks().heldLocks() == 0
        && dataset.guards().locks().lockedBlocks() == 0
        && dataset.getPendingAsyncDeletions() == 0;
  }

  private static List<String> doubled(IndependentFsDataset dataset) throws IOException {
    Map<String, Integer> copies = new TreeMap<>();
    for (FsVolumeImpl volume : dataset.getVolumeList()) {
      for (String pool : volume.getBlockPoolList()) {
        try (Stream<Path> blocks = Files.walk(volume.getFinalizedDir(pool).toPath())) {
          blocks
              .map(path -> String.valueOf(path.getFileName()))
              .filter(name -> name.matches("blk_\\d+"))
              .forEach(name -> copies.merge(name, 1, Integer::sum));
        }
      }
    }
    return copies.entrySet().stream().filter(e -> e.getValue() > 1).map(Map.Entry::getKey).toList();
  }
}
