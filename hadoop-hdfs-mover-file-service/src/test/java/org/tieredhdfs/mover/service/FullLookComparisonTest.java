package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.waits.Waits;

/**
 * What the service did, by events alone, against a full look at the namespace: after random
 * sequences of changes, with it running, stopped, behind and killed in between.
 */
@Tag("slow")
@SuppressWarnings("NullAway.Init") // the one test makes the cluster first
class FullLookComparisonTest {
  private static final int SEQUENCES = Integer.getInteger("full.look.sequences", 40);
  private static final long SEED = Long.getLong("full.look.seed", System.nanoTime());
  private static final int AT_A_TIME = 5;
  private static final int STEPS = 12;
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Path JOURNAL = new Path("/system/tiered-file-mover/journal");
  private static final Path MARKER = new Path("/marker");

  @TempDir static File folder;

  private final List<String> done = new ArrayList<>();
  private MoverCluster cluster;
  private DistributedFileSystem fs;

  /** What the service does meanwhile. */
  private enum Meanwhile {
    RUNS,
    IS_STOPPED,
    COMES_IN_BETWEEN,
    IS_KILLED
  }

  @Test
  void noFileLiesElsewhereThanAFullLookSays() throws Exception {
    System.out.println("seed " + SEED + ", " + SEQUENCES + " sequences");
    try (MoverCluster opened = MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK)) {
      cluster = opened;
      fs = opened.fs;
      cluster.conf.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "50ms");
      cluster.file(MARKER.toString(), 1, 1);
      MoverService.start(cluster.conf, fs.getUri()).close();
      for (int i = 0; i < SEQUENCES; i += AT_A_TIME) {
        compare(SEED + i);
      }
    }
  }

  private void compare(long seed) throws Exception {
    done.clear();
    Random random = new Random(seed);
    Meanwhile meanwhile = Meanwhile.values()[random.nextInt(Meanwhile.values().length)];
    Path root = new Path("/compared/" + seed);
    for (int i = 0; i < AT_A_TIME; i++) {
      makeTree(new Path(root, "s" + i), random);
    }
    MoverService service = null;
    try {
      if (meanwhile == Meanwhile.RUNS || meanwhile == Meanwhile.IS_KILLED) {
        service = MoverService.start(cluster.conf, fs.getUri());
      }
      for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < AT_A_TIME; i++) {
          change(new Path(root, "s" + i), random);
        }
        if (step == STEPS / 2 && service != null && meanwhile == Meanwhile.IS_KILLED) {
          kill(service);
          service = null;
        }
        if (step == STEPS / 2 && meanwhile == Meanwhile.COMES_IN_BETWEEN) {
          service = MoverService.start(cluster.conf, fs.getUri());
        }
      }
      if (service == null) {
        service = MoverService.start(cluster.conf, fs.getUri());
      }
      awaitAllRead(service, "seed " + seed + " " + meanwhile);
      for (LocatedFileStatus file : files(root)) {
        lookAt(file.getPath(), "seed " + seed + " " + meanwhile + " " + done);
      }
    } finally {
      if (service != null) {
        service.close();
      }
    }
    disallowSnapshots(root);
    fs.delete(root, true);
  }

  /** Takes the journal away first: what it has not synced is lost, as with a killed process. */
  private void kill(MoverService service) throws Exception {
    for (FileStatus file : fs.listStatus(JOURNAL)) {
      while (!fs.recoverLease(file.getPath())) {
        Thread.sleep(20);
      }
    }
    try {
      service.close();
    } catch (IOException e) {
      done.add("killed: " + e.getMessage());
    }
  }

  private void makeTree(Path root, Random random) throws Exception {
    for (String name : List.of("a", "a/b", "c")) {
      fs.mkdirs(new Path(root, name));
    }
    if (random.nextBoolean()) {
      fs.setStoragePolicy(new Path(root, "c"), "ALL_SSD");
    }
    for (String name : List.of("a/f", "a/b/f", "a/b/g", "c/f", "c/h")) {
      write(new Path(root, name));
    }
    fs.allowSnapshot(root);
  }

  private void write(Path file) throws IOException {
    try (FSDataOutputStream out = fs.create(file, true, 4096, (short) 1, 1 << 20)) {
      out.write(new byte[1_000]);
    }
  }

  private List<LocatedFileStatus> files(Path root) throws IOException {
    List<LocatedFileStatus> files = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> found = fs.listFiles(root, true);
    while (found.hasNext()) {
      files.add(found.next());
    }
    return files;
  }

  private Path any(Path root, Random random) throws IOException {
    List<Path> paths = new ArrayList<>();
    addAll(root, paths);
    if (paths.isEmpty()) {
      // the root of a sequence stays
      paths.add(new Path(root, "f"));
      write(paths.get(0));
    }
    return paths.get(random.nextInt(paths.size()));
  }

  private void addAll(Path directory, List<Path> paths) throws IOException {
    for (FileStatus status : fs.listStatus(directory)) {
      paths.add(status.getPath());
      if (status.isDirectory()) {
        addAll(status.getPath(), paths);
      }
    }
  }

  /** Does something; what HDFS refuses has not happened. */
  private void change(Path root, Random random) throws IOException {
    Path path = any(root, random);
    String name = List.of("f", "g", "h", "b", "n").get(random.nextInt(5));
    Path directory = fs.getFileStatus(path).isDirectory() ? path : path.getParent();
    Path target = new Path(directory, name);
    Path other = any(root, random);
    int kind = random.nextInt(10);
    try {
      switch (kind) {
        case 0 -> fs.rename(other, target, Options.Rename.OVERWRITE);
        case 1, 2 -> {
          boolean unused = fs.rename(other, target);
        }
        case 3 -> fs.setStoragePolicy(path, "ALL_SSD");
        case 4 -> fs.setStoragePolicy(path, "HOT");
        case 5 -> fs.unsetStoragePolicy(path);
        case 6 -> {
          boolean unused = fs.delete(path, true);
        }
        case 7 -> write(target);
        case 8 -> append(path);
        default -> {
          if (random.nextInt(3) == 0) {
            Path unused = fs.createSnapshot(root);
          } else {
            fs.concat(path, new Path[] {new Path(path.getParent(), name)});
          }
        }
      }
      done.add(kind + " " + path + " " + target + " " + other);
    } catch (IOException | IllegalArgumentException e) {
      // not allowed where it is: a file for a directory, its own parent, and so on
      done.add(kind + " refused");
    }
  }

  private void append(Path file) throws IOException {
    try (FSDataOutputStream out = fs.append(file)) {
      out.write(new byte[100]);
    }
  }

  /** Until all events up to now have come to requests, and these to their ends. */
  private void awaitAllRead(MoverService service, String what) throws Exception {
    boolean isOnSsd = cluster.replicasByType(MARKER).containsKey("SSD");
    fs.setStoragePolicy(MARKER, isOnSsd ? "HOT" : "ALL_SSD");
    Map<String, Integer> wanted = Map.of(isOnSsd ? "DISK" : "SSD", 1);
    assertThat(cluster.awaitReplicasByType(MARKER, wanted)).as(what).isEqualTo(wanted);
    Waits.until("%s: the end of all requests".formatted(what), PATIENCE, () -> service.open() == 0);
  }

  private void lookAt(Path file, String what) throws IOException {
    HdfsFileStatus status = fs.getClient().getFileInfo(file.toUri().getPath());
    StorageType wanted =
        fs.getStoragePolicy(file).getName().equals("ALL_SSD") ? StorageType.SSD : StorageType.DISK;
    for (LocatedBlock block :
        fs.getClient().getLocatedBlocks(file.toUri().getPath(), 0).getLocatedBlocks()) {
      assertThat(block.getStorageTypes())
          .as("%s %s: %s", status.getFileId(), file, what)
          .containsOnly(wanted);
    }
  }

  private void disallowSnapshots(Path root) throws IOException {
    for (FileStatus tree : fs.listStatus(root)) {
      Path snapshots = new Path(tree.getPath(), ".snapshot");
      for (FileStatus snapshot : fs.listStatus(snapshots)) {
        fs.deleteSnapshot(tree.getPath(), snapshot.getPath().getName());
      }
      fs.disallowSnapshot(tree.getPath());
    }
  }
}
