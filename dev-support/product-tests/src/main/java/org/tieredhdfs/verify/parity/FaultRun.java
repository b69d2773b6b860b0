package org.tieredhdfs.verify.parity;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.media.device.ByteRange;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.verify.hdfs.EmulatedHdfs;
import org.tieredhdfs.verify.hdfs.PromisedFile;
import org.tieredhdfs.verify.parity.Fault.Scope;
import org.tieredhdfs.verify.parity.Replicas.Replica;

/** One fault of a play: begins, lasts, and is mended, in a thread of its own. */
final class FaultRun implements Runnable {
  private static final String NOT_APPLIED = "did not apply: ";
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final Duration MOMENT = Duration.ofMillis(300);
  private static final Duration END_LIMIT = Duration.ofSeconds(60);

  private static final ByteRange EVERYWHERE = new ByteRange(0, Long.MAX_VALUE);

  /** Of two flips, one is in the file of checksums. */
  private static final int META = 1 << 19;

  private final Fault fault;
  private final EmulatedHdfs hdfs;
  private final Replicas replicas;
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile String outcome = NOT_APPLIED + "its operation was never reached";
  private volatile @Nullable Thread thread;
  private volatile @Nullable PromisedFile file;
  private volatile long mendedNs;
  private volatile @Nullable Exception failure;

  FaultRun(Fault fault, EmulatedHdfs hdfs, Replicas replicas) {
    this.fault = fault;
    this.hdfs = hdfs;
    this.replicas = replicas;
  }

  /** Begins it if this is its operation, and lets the client wait as it is to wait. */
  void after(ScriptedClient client, int operation) throws InterruptedException {
    if (client.number() == fault.client() && operation == fault.operation()) {
      file = client.file();
      Thread own = new Thread(this, "fault " + fault.kind());
      thread = own;
      own.start();
      (fault.isAwaited() ? ended : begun).await();
    }
  }

  /**
   * Waits until it is over, if it ever began.
   *
   * @throws ClusterException if it could not be mended, or goes on and on
   */
  void join() throws InterruptedException, ClusterException {
    Thread own = thread;
    if (own != null) {
      own.join(LIMIT.toMillis());
      if (own.isAlive()) {
        throw new ClusterException(fault.kind() + " does not end");
      }
    }
    Exception why = failure;
    if (why != null) {
      throw new ClusterException(fault.kind() + " could not be mended: " + why, why);
    }
  }

  boolean isOver() {
    return ended.getCount() == 0;
  }

  /** When its end was ordered, by the clock of {@link System#nanoTime}. */
  long mendedNs() {
    return mendedNs;
  }

  /** What it hit, or why nothing. */
  String outcome() {
    return fault.kind() + " " + outcome;
  }

  @Override
  public void run() {
    List<Volume> volumes = List.of();
    try {
      List<Replica> all = replicasOfFile();
      volumes = volumes(all);
      outcome =
          fault.scope() == Scope.CLUSTER
              ? "all volumes"
              : volumes.stream().map(Volume::name).collect(Collectors.joining(" and "));
      begin(all, volumes);
      begun.countDown();
      TimeUnit.MILLISECONDS.sleep(fault.durationMs());
    } catch (IOException | ClusterException | RuntimeException e) {
      outcome = NOT_APPLIED + e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      mend(volumes);
      begun.countDown();
      ended.countDown();
    }
  }

  private void begin(List<Replica> all, List<Volume> volumes) throws IOException, ClusterException {
    List<String> nodes = nodes(volumes);
    Media media = hdfs.view().media();
    switch (fault.kind()) {
      case FLIP_WRITTEN -> flip(all, "rbw");
      case FLIP_FINALIZED -> flip(all, "finalized");
      case FLIP_STOPPED -> {
        hdfs.kill(nodes);
        flip(all, "rbw");
      }
      case KILL -> hdfs.kill(nodes);
      case RESTART -> each(nodes, node -> hdfs.control().end(node, END_LIMIT));
      case PAUSE -> each(nodes, hdfs.control()::pause);
      case HANG_READS -> {
        each(volumes, volume -> media.hang(volume, Hang.READS));
        media.dropCleanCaches();
      }
      case HANG_WRITES -> each(volumes, volume -> media.hang(volume, Hang.WRITES));
      case HANG_FLUSHES -> each(volumes, volume -> media.hang(volume, Hang.FLUSHES));
      case HANG -> each(volumes, volume -> media.hang(volume, Hang.ALL));
      case SLOW -> each(volumes, volume -> media.slow(volume, fault.slowness()));
      case FULL -> each(volumes, media::fill);
      case ERRORS -> each(volumes, volume -> media.errors(volume, EVERYWHERE));
      case ERRORS_ONCE -> {
        each(volumes, volume -> media.errors(volume, EVERYWHERE));
        LockSupport.parkNanos(MOMENT.toNanos());
        each(volumes, media::heal);
      }
      case READ_ONLY ->
          each(
              volumes,
              volume ->
                  LinuxTool.run(
                      END_LIMIT, "mount", "-o", "remount,abort", volume.path().toString()));
      case POWER_CUT -> hdfs.cut(nodes, fault.amount());
      case NAMENODE -> hdfs.control().restartNameNode();
    }
  }

  /** Undoes it as far as it came, and starts what has ended, be it by itself. */
  private void mend(List<Volume> volumes) {
    mendedNs = System.nanoTime();
    try {
      Media media = hdfs.view().media();
      List<String> nodes = nodes(volumes);
      switch (fault.kind()) {
        case PAUSE -> ifRunning(nodes, hdfs.control()::resume);
        case HANG_READS, HANG_WRITES, HANG_FLUSHES, HANG, SLOW, FULL -> each(volumes, media::heal);
        case ERRORS, ERRORS_ONCE, READ_ONLY -> {
          each(volumes, media::heal);
          ifRunning(nodes, hdfs.control()::kill);
          // mounts them anew
          media.cutPower(nodes, () -> {}, fault.amount());
        }
        case FLIP_WRITTEN, FLIP_FINALIZED, FLIP_STOPPED, KILL, RESTART, NAMENODE, POWER_CUT -> {}
      }
      startEnded(hdfs);
    } catch (IOException | ClusterException | RuntimeException e) {
      failure = e;
    }
  }

  private interface Step<T> {
    void on(T one) throws IOException, ClusterException;
  }

  private static <T> void each(List<T> all, Step<T> step) throws IOException, ClusterException {
    for (T one : all) {
      step.on(one);
    }
  }

  /** They may have ended by themselves, or by another fault. */
  private void ifRunning(List<String> nodes, Step<String> step)
      throws IOException, ClusterException {
    for (String node : nodes) {
      if (hdfs.control().isRunning(node)) {
        step.on(node);
      }
    }
  }

  /** Starts all DataNodes that do not run. */
  static void startEnded(EmulatedHdfs hdfs) throws IOException, ClusterException {
    List<String> dead = new ArrayList<>();
    for (String node : hdfs.machines()) {
      if (!hdfs.control().isRunning(node)) {
        dead.add(node);
      }
    }
    if (!dead.isEmpty()) {
      hdfs.start(dead);
    }
  }

  private List<Replica> replicasOfFile() throws IOException {
    PromisedFile current = file;
    return current == null ? List.of() : replicas.of(current.path());
  }

  /** That of the chosen replica, or more, by scope; any where there is no replica. */
  private List<Volume> volumes(List<Replica> all) {
    List<Volume> every = hdfs.view().record().volumes();
    Volume chosen =
        all.isEmpty()
            ? every.get(fault.choice() % every.size())
            : all.get(fault.choice() % all.size()).volume();
    return switch (fault.scope()) {
      case VOLUME -> List.of(chosen);
      case NODE -> every.stream().filter(one -> one.dataNode().equals(chosen.dataNode())).toList();
      case CLUSTER -> every;
    };
  }

  private static List<String> nodes(List<Volume> volumes) {
    return volumes.stream().map(Volume::dataNode).distinct().toList();
  }

  /** The chosen replica, or the next one that is in that state; after those, in the other. */
  private void flip(List<Replica> all, String state) throws IOException {
    boolean isMeta = fault.amount() >= META;
    String other = state.equals("rbw") ? "finalized" : "rbw";
    for (String wanted : List.of(state, other)) {
      for (int i = 0; i < all.size(); i++) {
        Replica replica = all.get((fault.choice() + i) % all.size());
        Optional<Path> found = replica.file(wanted, isMeta);
        if (found.isPresent()) {
          Replicas.flip(found.get(), isMeta, fault.amount());
          outcome =
              (wanted.equals(state) ? "" : NOT_APPLIED + "none is in " + state + "; instead ")
                  + replica.volume().name()
                  + " "
                  + found.get().getFileName()
                  + " in "
                  + wanted;
          return;
        }
      }
    }
    outcome = NOT_APPLIED + "the file has no replica";
  }
}
