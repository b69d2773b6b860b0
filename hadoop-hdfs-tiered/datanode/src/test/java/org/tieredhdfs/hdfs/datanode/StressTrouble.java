package org.tieredhdfs.hdfs.datanode;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.Lock;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.ReconfigurationException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.tieredhdfs.waits.Waits;

/** What goes wrong during a stress test, one thing after the other, each on some DataNode. */
final class StressTrouble {
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String DIRS = DFSConfigKeys.DFS_DATANODE_DATA_DIR_KEY;

  /** What goes wrong. */
  enum Kind {
    HANG,
    ERRORS,
    SCAN,
    HOT_SWAP,
    POOL_REMOVAL,
    RESTART
  }

  private static final List<Kind> ROUND =
      List.of(
          Kind.HANG,
          Kind.ERRORS,
          Kind.SCAN,
          Kind.HOT_SWAP,
          Kind.ERRORS,
          Kind.HANG,
          Kind.POOL_REMOVAL,
          Kind.HANG,
          Kind.RESTART);

  private final StressCluster stress;
  private final Random random;
  private final Map<Kind, Integer> done = new EnumMap<>(Kind.class);
  private int failedCalls;

  StressTrouble(StressCluster stress, Random random) {
    this.stress = stress;
    this.random = random;
  }

  /** Makes trouble for that long, and each kind of it once at least. */
  void make(long seconds) throws Exception {
    long endNanos = System.nanoTime() + seconds * 1_000_000_000L;
    for (int i = 0; i < ROUND.size() || System.nanoTime() - endNanos < 0; i++) {
      Kind kind = ROUND.get(i % ROUND.size());
      int index = random.nextInt(StressCluster.NODES);
      DataNode datanode = stress.datanode(index);
      switch (kind) {
        case HANG -> hang(datanode);
        case ERRORS -> fail(datanode);
        case SCAN -> DataNodeTestUtils.runDirectoryScanner(datanode);
        case HOT_SWAP -> swap(datanode);
        case POOL_REMOVAL -> removePool(datanode);
        case RESTART -> restart(index);
      }
      done.merge(kind, 1, Integer::sum);
    }
  }

  private FsVolumeImpl someVolume(DataNode datanode) {
    List<FsVolumeImpl> volumes = StressCluster.dataset(datanode).getVolumeList();
    return volumes.get(random.nextInt(volumes.size()));
  }

  private void hang(DataNode datanode) throws Exception {
    VolumeFault fault = VolumeFault.in(datanode);
    fault.hang(someVolume(datanode), random.nextBoolean() ? VolumeFault.CHANGES : VolumeFault.ALL);
    Thread.sleep(200 + random.nextInt(2_500));
    fault.answer();
    Thread.sleep(random.nextInt(300));
  }

  private void fail(DataNode datanode) throws Exception {
    VolumeFault fault = VolumeFault.in(datanode);
    fault.fail(someVolume(datanode), 1 + random.nextInt(8));
    Thread.sleep(500 + random.nextInt(1_000));
    fault.failNoMore();
    failedCalls += fault.failed();
  }

  private void swap(DataNode datanode) throws Exception {
    Lock lock = stress.recoveries.writeLock();
    lock.lock();
    try {
      // The removal waits for writers that were forgotten, which a collection ends
      System.gc();
      String dirs = datanode.getConf().get(DIRS);
      datanode.reconfigurePropertyImpl(DIRS, dirs.substring(0, dirs.lastIndexOf(',')));
      Thread.sleep(200);
      Waits.until("the volume is back", LIMIT, () -> isAdded(datanode, dirs));
    } finally {
      lock.unlock();
    }
  }

  /** A writer that is forgotten only now keeps the volume from coming back until a collection. */
  private static boolean isAdded(DataNode datanode, String dirs) {
    try {
      datanode.reconfigurePropertyImpl(DIRS, dirs);
      return true;
    } catch (ReconfigurationException e) {
      System.gc();
      return false;
    }
  }

  private void removePool(DataNode datanode) throws Exception {
    Lock lock = stress.secondSpaceWriters.writeLock();
    lock.lock();
    try {
      Configuration both = new Configuration(datanode.getConf());
      Configuration first = new Configuration(both);
      first.set(
          DFSConfigKeys.DFS_NAMESERVICES,
          stress.cluster.getConfiguration(0).get(DFSConfigKeys.DFS_NAMESERVICE_ID));
      datanode.refreshNamenodes(first);
      Thread.sleep(200);
      datanode.refreshNamenodes(both);
      stress.cluster.waitActive();
    } finally {
      lock.unlock();
    }
  }

  private void restart(int index) throws Exception {
    // What was held up in a hang is written by then: the process does not really die here
    Thread.sleep(1_000);
    if (!stress.cluster.restartDataNode(index, true)) {
      throw new AssertionError("DataNode " + index + " did not come back");
    }
    stress.cluster.waitActive();
  }

  @Override
  public String toString() {
    return done + ", " + failedCalls + " I/O calls failed";
  }
}
