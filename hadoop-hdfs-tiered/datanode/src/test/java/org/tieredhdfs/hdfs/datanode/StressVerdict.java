package org.tieredhdfs.hdfs.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeTestUtils;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.waits.Waits;

/** What has to hold when the stress is over. */
final class StressVerdict {
  private static final long PATIENCE_MS = 90_000;
  private static final long REST_MS = 60_000;
  private static final int SCANS = 6;

  private final StressCluster stress;

  StressVerdict(StressCluster stress) {
    this.stress = stress;
  }

  /** Every acknowledged byte is there, in every copy; the files are of one name space. */
  void everyByteIsThere(int space, List<StressFile> files) throws Exception {
    DistributedFileSystem fs = stress.spaces.get(space);
    for (StressFile file : files) {
      Waits.until(
          "lease of " + file,
          Duration.ofMillis(PATIENCE_MS),
          () -> !file.isLeftOpen() || (isLocated(fs, file) && file.recover()));
    }
    for (StressFile file : files) {
      fs.setReplication(file.path(), StressCluster.REPLICATION);
    }
    for (StressFile file : files) {
      Waits.until(
          "copies of " + file,
          Duration.ofMillis(PATIENCE_MS),
          () -> {
            List<String> lacking = lackingCopies(fs, file);
            if (!lacking.isEmpty()) {
              // Replicas that a recovery left out are in the way until a report shows them
              Thread.sleep(1_000);
              stress.cluster.triggerBlockReports();
            }
            return lacking;
          },
          List::isEmpty);
      file.read();
      long start = 0;
      for (LocatedBlock block : DFSTestUtil.getAllBlocks(fs, file.path())) {
        checkCopies(file, block, start);
        start += block.getBlockSize();
      }
    }
  }

  /**
   * Whether the NameNode knows a replica of each complete block. Without one it fails an assertion
   * when it recovers the lease; a volume may just be coming back.
   */
  private boolean isLocated(DistributedFileSystem fs, StressFile file) throws IOException {
    LocatedBlocks blocks =
        fs.getClient().getLocatedBlocks(file.path().toUri().getPath(), 0, Long.MAX_VALUE);
    for (LocatedBlock block : blocks.getLocatedBlocks()) {
      boolean isComplete = blocks.isLastBlockComplete() || block != blocks.getLastLocatedBlock();
      if (isComplete && block.getLocations().length == 0) {
        stress.cluster.triggerBlockReports();
        return false;
      }
    }
    return true;
  }

  /**
   * Blocks that do not have enough replicas, and what each DataNode has of them; what is too many
   * goes when the NameNode likes.
   */
  private List<String> lackingCopies(DistributedFileSystem fs, StressFile file) throws IOException {
    List<String> lacking = new ArrayList<>();
    for (LocatedBlock block : DFSTestUtil.getAllBlocks(fs, file.path())) {
      if (block.isCorrupt() || block.getLocations().length < StressCluster.REPLICATION) {
        StringBuilder found = new StringBuilder(block.toString());
        for (DataNode datanode : stress.cluster.getDataNodes()) {
          ExtendedBlock known = block.getBlock();
          found
              .append("; ")
              .append(datanode.getDisplayName())
              .append(": ")
              .append(
                  StressCluster.dataset(datanode)
                      .getReplicaString(known.getBlockPoolId(), known.getBlockId()));
        }
        lacking.add(found.toString());
      }
    }
    return lacking;
  }

  private void checkCopies(StressFile file, LocatedBlock block, long start) throws IOException {
    int checked = 0;
    for (DatanodeInfo location : block.getLocations()) {
      for (DataNode datanode : stress.cluster.getDataNodes()) {
        if (datanode.getDatanodeUuid().equals(location.getDatanodeUuid())) {
          checked += checkCopy(file, block.getBlock(), start, datanode) ? 1 : 0;
        }
      }
    }
    // The NameNode may have taken one away that was too many since it was asked
    assertThat(checked).as("copies of %s", block).isPositive();
  }

  private static boolean checkCopy(
      StressFile file, ExtendedBlock block, long start, DataNode datanode) throws IOException {
    IndependentFsDataset dataset = StressCluster.dataset(datanode);
    String what = block + " on " + datanode.getDisplayName();
    long end;
    try (InputStream in = dataset.getBlockInputStream(block, 0)) {
      end = file.compare(in, start, what);
    } catch (IOException e) {
      if (dataset.contains(block)) {
        throw e;
      }
      return false;
    }
    assertThat(end - start).as("length of " + what).isEqualTo(block.getNumBytes());
    ReplicaChecksums.verify(dataset, block);
    return true;
  }

  /** No replica is lost or doubled, nothing is left locked, running or referred to. */
  void allIsInOrder() throws Exception {
    for (DataNode datanode : stress.cluster.getDataNodes()) {
      IndependentFsDataset dataset = StressCluster.dataset(datanode);
      awaitRest(datanode, dataset);
      for (int space = 0; space < stress.spaces.size(); space++) {
        String pool = stress.pool(space);
        String differences = awaitAgreement(datanode, dataset, pool);
        assertThat(differences).as("memory and disks of %s", datanode).isEmpty();
        List<String> blocks = new ArrayList<>();
        onDisk(dataset, pool).forEach(name -> blocks.add(name.substring(name.indexOf(' '))));
        assertThat(blocks).as("blocks of %s", datanode).doesNotHaveDuplicates();
      }
    }
  }

  /**
   * What memory and disks disagree about in the end. A call that failed may leave files, which the
   * scanner clears away; it may take it two rounds.
   */
  private static String awaitAgreement(DataNode datanode, IndependentFsDataset dataset, String pool)
      throws Exception {
    String differences = "";
    for (int round = 0; round < SCANS; round++) {
      // Stock's scanner passes over blocks that were deleted lately, until there are 64 more
      dataset.removeDeletedBlocks(pool, ids(onDisk(dataset, pool)));
      DataNodeTestUtils.runDirectoryScanner(datanode);
      Thread.sleep(1_000L * round);
      Set<String> known = inMemory(dataset, pool);
      Set<String> found = onDisk(dataset, pool);
      if (known.equals(found)) {
        return "";
      }
      Set<String> unknown = new TreeSet<>(found);
      unknown.removeAll(known);
      known.removeAll(found);
      differences = "only on disk " + unknown + ", only in memory " + known;
    }
    return differences;
  }

  private static void awaitRest(DataNode datanode, IndependentFsDataset dataset) throws Exception {
    Waits.until(
        "rest in " + datanode,
        Duration.ofMillis(REST_MS),
        () -> {
          // Ends writers that were forgotten, as soon as the threads that knew them have gone, too
          System.gc();
          return unrest(dataset);
        },
        List::isEmpty);
  }

  /** What still runs, is locked or referred to. */
  private static List<String> unrest(IndependentFsDataset dataset) {
    List<String> unrest = new ArrayList<>();
    addUnlessNone(unrest, "calls inside", dataset.guards().registry().gate().running());
    for (FsVolumeImpl volume : dataset.getVolumeList()) {
      VolumeState state = dataset.guards().registry().state(volume);
      addUnlessNone(unrest, "threads on " + volume, state.threads());
      addUnlessNone(unrest, "references to " + volume, volume.getReferenceCount());
      addUnlessNone(unrest, "hung " + volume, state.isHung() ? 1 : 0);
    }
    addUnlessNone(unrest, "held locks", dataset.guards().locks().heldLocks());
    addUnlessNone(unrest, "locked blocks", dataset.guards().locks().lockedBlocks());
    addUnlessNone(unrest, "pending deletions", dataset.getPendingAsyncDeletions());
    return unrest;
  }

  private static void addUnlessNone(List<String> unrest, String what, long count) {
    if (count != 0) {
      unrest.add(what + ": " + count);
    }
  }

  /** Volume and block of each finalized replica that the dataset knows. */
  private static Set<String> inMemory(IndependentFsDataset dataset, String pool) {
    Set<String> known = new TreeSet<>();
    for (ReplicaInfo replica : dataset.getFinalizedBlocks(pool)) {
      known.add(replica.getStorageUuid() + " " + replica.getBlockName());
    }
    return known;
  }

  private static Set<Long> ids(Set<String> replicas) {
    Set<Long> ids = new HashSet<>();
    replicas.forEach(name -> ids.add(Long.valueOf(name.substring(name.lastIndexOf('_') + 1))));
    return ids;
  }

  /** Volume and block of each finalized replica that has a file. */
  private static Set<String> onDisk(IndependentFsDataset dataset, String pool) throws IOException {
    Set<String> found = new TreeSet<>();
    for (FsVolumeImpl volume : dataset.getVolumeList()) {
      try (Stream<Path> files = Files.walk(volume.getFinalizedDir(pool).toPath())) {
        files
            .map(path -> String.valueOf(path.getFileName()))
            .filter(name -> name.matches("blk_\\d+"))
            .forEach(name -> found.add(volume.getStorageID() + " " + name));
      }
    }
    return found;
  }
}
