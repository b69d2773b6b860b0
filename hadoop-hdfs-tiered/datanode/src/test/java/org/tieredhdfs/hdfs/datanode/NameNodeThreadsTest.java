package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.CacheDirectiveInfo;
import org.apache.hadoop.hdfs.protocol.CachePoolInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.io.nativeio.NativeIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/**
 * Threads that send heartbeats and reports or carry out commands of the NameNode touch no file of a
 * volume, by whatever way: any that does waits for a disk that does not answer.
 */
@Timeout(240)
class NameNodeThreadsTest {
  private static final long LONG_MS = 60_000;
  private static final int FILE_BYTES = 64 * 1024;

  @TempDir File folder;

  private final Queue<String> touched = new ConcurrentLinkedQueue<>();

  private static boolean servesNameNodes(Thread thread) {
    String name = thread.getName();
    return name.contains(" heartbeating to ")
        || name.contains(" lifeline to ")
        || name.equals("Command processor");
  }

  private void note(String path) {
    if (servesNameNodes(Thread.currentThread())) {
      StringBuilder report = new StringBuilder(Thread.currentThread().getName());
      report.append(" touches ").append(path);
      for (StackTraceElement frame : Thread.currentThread().getStackTrace()) {
        report.append("\n    at ").append(frame);
      }
      touched.add(report.toString());
    }
  }

  private static Configuration configuration() {
    Configuration conf = OneNode.configuration(true);
    conf.setInt(DFSConfigKeys.DFS_REPLICATION_KEY, 1);
    conf.setInt("dfs.namenode.redundancy.interval.seconds", 1);
    conf.setLong(DFSConfigKeys.DFS_DATANODE_MAX_LOCKED_MEMORY_KEY, 1L << 24);
    conf.setLong(DFSConfigKeys.DFS_NAMENODE_PATH_BASED_CACHE_REFRESH_INTERVAL_MS, 200);
    conf.setLong(DFSConfigKeys.DFS_CACHEREPORT_INTERVAL_MSEC_KEY, 500);
    return conf;
  }

  @Test
  void touchNoFileOfAVolume() throws Exception {
    NativeIO.POSIX.CacheManipulator locking = NativeIO.POSIX.getCacheManipulator();
    NativeIO.POSIX.setCacheManipulator(new NativeIO.POSIX.NoMlockCacheManipulator());
    try (MiniDFSCluster cluster =
            new MiniDFSCluster.Builder(configuration(), folder)
                .numDataNodes(2)
                .storagesPerDatanode(2)
                .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK})
                .build();
        FileAccessProbe probe = new FileAccessProbe(data(cluster), this::note)) {
      cluster.waitActive();
      assertThat(probe).isNotNull();
      theProbeSees(data(cluster));
      DistributedFileSystem fs = cluster.getFileSystem();
      transferAndDelete(fs, cluster);
      recoverALease(fs);
      cache(fs);
      upgrade(fs, cluster);
      // Answered with an order to finalize
      cluster.triggerBlockReports();
      cluster.triggerHeartbeats();
      awaitCommands(cluster);
    } finally {
      NativeIO.POSIX.setCacheManipulator(locking);
    }
    assertThat(touched).isEmpty();
  }

  private static File data(MiniDFSCluster cluster) {
    return new File(cluster.getDataDirectory());
  }

  private void theProbeSees(File data) throws Exception {
    String path = data.getPath() + "/none";
    Thread thread =
        new Thread(
            () -> {
              assertThat(new File(path).exists()).isFalse();
              assertThat(java.nio.file.Path.of(path)).doesNotExist();
            },
            "BP-1 heartbeating to nobody");
    thread.start();
    thread.join();
    assertThat(touched).hasSizeGreaterThanOrEqualTo(2).allMatch(stack -> stack.contains(path));
    touched.clear();
  }

  private static void transferAndDelete(DistributedFileSystem fs, MiniDFSCluster cluster)
      throws Exception {
    Path file = new Path("/transferred");
    DFSTestUtil.createFile(fs, file, FILE_BYTES, (short) 1, 1);
    fs.setReplication(file, (short) 2);
    DFSTestUtil.waitReplication(fs, file, (short) 2);
    fs.delete(file, false);
    awaitNoReplicas(cluster);
  }

  private static void awaitNoReplicas(MiniDFSCluster cluster) throws Exception {
    String pool = cluster.getNamesystem().getBlockPoolId();
    for (DataNode node : cluster.getDataNodes()) {
      Waits.until(
          "its replicas are deleted",
          Duration.ofMillis(LONG_MS),
          () -> node.getFSDataset().getFinalizedBlocks(pool).isEmpty());
    }
  }

  private static void recoverALease(DistributedFileSystem fs) throws Exception {
    Path file = new Path("/recovered");
    FSDataOutputStream out = fs.create(file, (short) 1);
    out.write(new byte[FILE_BYTES]);
    out.hflush();
    DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
    Waits.until("the lease is recovered", Duration.ofMillis(LONG_MS), () -> fs.recoverLease(file));
    fs.delete(file, false);
  }

  private static void cache(DistributedFileSystem fs) throws Exception {
    Path file = new Path("/cached");
    DFSTestUtil.createFile(fs, file, FILE_BYTES, (short) 1, 1);
    fs.addCachePool(new CachePoolInfo("pool"));
    CacheDirectiveInfo.Builder directive =
        new CacheDirectiveInfo.Builder().setPath(file).setPool("pool");
    long id = fs.addCacheDirective(directive.build());
    Waits.until(
        "it is cached", Duration.ofMillis(LONG_MS), () -> cachedBytes(fs, id) == FILE_BYTES);
    fs.removeCacheDirective(id);
    Waits.until("it is uncached", Duration.ofMillis(LONG_MS), () -> cachedBytes(fs) == 0);
    fs.delete(file, false);
  }

  private static long cachedBytes(DistributedFileSystem fs, long id) throws Exception {
    return fs.listCacheDirectives(new CacheDirectiveInfo.Builder().setId(id).build())
        .next()
        .getStats()
        .getBytesCached();
  }

  private static long cachedBytes(DistributedFileSystem fs) throws Exception {
    long bytes = 0;
    for (var node : fs.getDataNodeStats()) {
      bytes += node.getCacheUsed();
    }
    return bytes;
  }

  private static void upgrade(DistributedFileSystem fs, MiniDFSCluster cluster) throws Exception {
    Path file = new Path("/trash");
    DFSTestUtil.createFile(fs, file, FILE_BYTES, (short) 1, 1);
    fs.setSafeMode(SafeModeAction.ENTER);
    fs.rollingUpgrade(RollingUpgradeAction.PREPARE);
    fs.setSafeMode(SafeModeAction.LEAVE);
    cluster.triggerHeartbeats();
    String pool = cluster.getNamesystem().getBlockPoolId();
    for (DataNode node : cluster.getDataNodes()) {
      Waits.until(
          "the trash is on",
          Duration.ofMillis(LONG_MS),
          () -> node.getFSDataset().trashEnabled(pool));
    }
    fs.delete(file, false);
    awaitNoReplicas(cluster);
    fs.rollingUpgrade(RollingUpgradeAction.FINALIZE);
    cluster.triggerHeartbeats();
    for (DataNode node : cluster.getDataNodes()) {
      Waits.until(
          "the trash is off",
          Duration.ofMillis(LONG_MS),
          () -> !node.getFSDataset().trashEnabled(pool));
    }
  }

  private static void awaitCommands(MiniDFSCluster cluster) throws Exception {
    for (DataNode node : cluster.getDataNodes()) {
      String pool = cluster.getNamesystem().getBlockPoolId();
      assertThat(
              new org.apache.hadoop.hdfs.server.datanode.FetchedCommands(node)
                  .awaitCarriedOut(pool, LONG_MS))
          .isTrue();
    }
  }
}
