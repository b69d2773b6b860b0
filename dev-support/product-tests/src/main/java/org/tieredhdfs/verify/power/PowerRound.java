package org.tieredhdfs.verify.power;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.verify.fixture.FileCheck;
import org.tieredhdfs.verify.fixture.PromisedFile;
import org.tieredhdfs.verify.fixture.TestedCluster;

/** One round: a load, a power cut of one to three machines, and the check afterwards. */
final class PowerRound {
  private static final List<String> POLICIES = List.of("ALL_SSD", "HOT", "ONE_SSD");
  private static final int MIN_LOAD_MS = 300;
  private static final int MAX_LOAD_MS = 2_500;
  private static final long END_LIMIT_MS = 120_000;

  /** Of files that Apache's dataset cannot recover: see {@code docs/measurements/power.md}. */
  private static final long STOCK_RECOVERY_LIMIT_MS = 30_000;

  private static final long POLL_MS = 200;

  private final TestedCluster cluster;
  private final VerifyPowerCommand plan;
  private final boolean isSyncedOnClose;
  private final long seed;
  private final SplittableRandom random;

  PowerRound(TestedCluster cluster, VerifyPowerCommand plan, boolean isSyncedOnClose, long seed) {
    this.cluster = cluster;
    this.plan = plan;
    this.isSyncedOnClose = isSyncedOnClose;
    this.seed = seed;
    this.random = new SplittableRandom(seed);
  }

  PowerResult run(int number) throws IOException, ClusterException, InterruptedException {
    long startNs = System.nanoTime();
    Path root = new Path("/power", Integer.toString(number));
    List<Path> directories = directories(root);
    ConcurrentLinkedQueue<PromisedFile> files = new ConcurrentLinkedQueue<>();
    List<String> dark = machines();
    long unflushed = loadAndCut(directories, dark, files);
    cluster.control().startAll(dark);
    List<String> lost = unrecovered(files, dark.size());
    List<String> wrong = new ArrayList<>();
    long told = 0;
    for (PromisedFile file : files) {
      FileCheck.Finding finding = check(file, dark.size());
      if (!finding.lost().isEmpty()) {
        lost.add(finding.lost());
      }
      if (!finding.wrong().isEmpty()) {
        wrong.add(finding.wrong());
      }
      told += finding.told();
    }
    if (lost.isEmpty() && wrong.isEmpty()) {
      cluster.fs().delete(root, true);
    }
    return new PowerResult(
        number,
        seed,
        plan.subject(),
        isSyncedOnClose,
        dark,
        unflushed,
        files.size(),
        files.stream().mapToLong(PowerRound::syncedBytes).sum(),
        files.stream().mapToLong(PromisedFile::flushedBytes).sum(),
        lost,
        wrong,
        told,
        (System.nanoTime() - startNs) / 1_000_000);
  }

  private static long syncedBytes(PromisedFile file) {
    return file.synced().stream().mapToLong(PromisedFile.Range::to).max().orElse(0);
  }

  private FileCheck.Finding check(PromisedFile file, int dark) {
    return FileCheck.of(cluster.fs(), file, isFlushPromised(file, dark));
  }

  /**
   * All of it was with every replica, of which there is one on each of three machines. And what an
   * operating system has been given survives any process.
   */
  private boolean isFlushPromised(PromisedFile file, int dark) {
    return plan.isKillOnly || (file.replicas() == 3 && dark < 3);
  }

  private List<Path> directories(Path root) throws IOException {
    List<Path> directories = new ArrayList<>();
    for (String policy : POLICIES) {
      Path directory = new Path(root, policy);
      cluster.fs().mkdirs(directory);
      cluster.fs().setStoragePolicy(directory, policy);
      directories.add(directory);
    }
    return directories;
  }

  /** One, two or three of them, each as often. */
  private List<String> machines() {
    List<String> machines = new ArrayList<>(cluster.machines());
    int count = 1 + random.nextInt(machines.size());
    while (machines.size() > count) {
      machines.remove(random.nextInt(machines.size()));
    }
    return machines;
  }

  private long loadAndCut(
      List<Path> directories, List<String> dark, ConcurrentLinkedQueue<PromisedFile> files)
      throws IOException, ClusterException, InterruptedException {
    List<PowerWriter> writers = new ArrayList<>();
    List<Thread> threads = new ArrayList<>();
    DistributedFileSystem fs = cluster.fs();
    for (int i = 0; i < plan.writers; i++) {
      PowerWriter writer =
          new PowerWriter(fs, directories, "w" + i, random.split(), isSyncedOnClose, files);
      writers.add(writer);
      threads.add(new Thread(writer, "power writer " + i));
    }
    long unflushed;
    try (FileMover mover = new FileMover(cluster.view().hdfsConf(), fs.getUri())) {
      threads.forEach(Thread::start);
      int loadMs = MIN_LOAD_MS + random.nextInt(MAX_LOAD_MS - MIN_LOAD_MS);
      TimeUnit.MILLISECONDS.sleep(loadMs / 2);
      move(mover, directories);
      TimeUnit.MILLISECONDS.sleep(loadMs / 2);
      if (plan.isKillOnly) {
        cluster.kill(dark);
        unflushed = 0;
      } else {
        unflushed = cluster.cut(dark, random.nextLong());
      }
    } finally {
      writers.forEach(PowerWriter::stop);
    }
    for (Thread thread : threads) {
      thread.join(END_LIMIT_MS);
      if (thread.isAlive()) {
        throw new ClusterException(thread.getName() + " does not end");
      }
    }
    return unflushed;
  }

  /** Sends what lies in one directory to another medium. */
  private void move(FileMover mover, List<Path> directories) throws IOException {
    Path moved = directories.get(random.nextInt(2));
    boolean isOnSsd = moved.getName().equals("ALL_SSD");
    cluster.fs().setStoragePolicy(moved, isOnSsd ? "HOT" : "ALL_SSD");
    mover.submit(MoveRequest.ofPaths(true, moved.toUri().getPath()));
  }

  /**
   * Waits until nobody's lease is left: a file that is still recovered tells nothing.
   *
   * @return a sentence for each file whose recovery does not end; with Apache's dataset, only for
   *     those of which something was promised
   */
  private List<String> unrecovered(ConcurrentLinkedQueue<PromisedFile> files, int dark)
      throws InterruptedException {
    long limitMs = plan.isStockDataset ? STOCK_RECOVERY_LIMIT_MS : END_LIMIT_MS;
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(limitMs);
    List<PromisedFile> open = new ArrayList<>(files);
    open.removeIf(this::isClosed);
    while (!open.isEmpty() && System.nanoTime() - endNs < 0) {
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
      open.removeIf(this::isClosed);
    }
    List<String> sentences = new ArrayList<>();
    for (PromisedFile file : open) {
      files.remove(file);
      boolean isPromised =
          !file.synced().isEmpty() || (isFlushPromised(file, dark) && file.flushedBytes() > 0);
      if (isPromised || !plan.isStockDataset) {
        sentences.add(file + ": not recovered within " + limitMs / 1_000 + " s");
      }
    }
    return sentences;
  }

  private boolean isClosed(PromisedFile file) {
    try {
      return !cluster.fs().exists(file.path()) || cluster.fs().recoverLease(file.path());
    } catch (IOException notYet) {
      return false;
    }
  }
}
