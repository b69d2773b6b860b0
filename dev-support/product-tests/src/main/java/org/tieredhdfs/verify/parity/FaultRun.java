package org.tieredhdfs.verify.parity;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.media.device.ByteRange;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.verify.fixture.PromisedFile;
import org.tieredhdfs.verify.fixture.TestedCluster;
import org.tieredhdfs.verify.parity.Fault.Scope;
import org.tieredhdfs.verify.parity.Replicas.Replica;

/** A fault of HDFS: it hits the replicas of the file of its client. */
final class FaultRun extends TimedFault {
  private static final Duration MOMENT = Duration.ofMillis(300);
  private static final Duration END_LIMIT = Duration.ofSeconds(60);

  private static final ByteRange EVERYWHERE = new ByteRange(0, Long.MAX_VALUE);

  /** Of two flips, one is in the file of checksums. */
  private static final int META = 1 << 19;

  private final Fault fault;
  private final boolean isAlone;
  private final TestedCluster hdfs;
  private final Replicas replicas;
  private volatile @Nullable PromisedFile file;
  private List<Volume> volumes = List.of();

  FaultRun(Fault fault, boolean isAlone, TestedCluster hdfs, Replicas replicas) {
    super(fault);
    this.fault = fault;
    this.isAlone = isAlone;
    this.hdfs = hdfs;
    this.replicas = replicas;
  }

  @Override
  protected void about(ScriptClient<?> one) {
    file = one instanceof ScriptedClient client ? client.file() : null;
  }

  @Override
  protected String begin() throws IOException, ClusterException {
    List<Replica> all = replicasOfFile();
    volumes = volumes(all);
    List<String> nodes = nodes();
    Media media = hdfs.view().media();
    switch (fault.kind()) {
      case FLIP_WRITTEN -> {
        return flip(all, "rbw");
      }
      case FLIP_FINALIZED -> {
        return flip(all, "finalized");
      }
      case FLIP_STOPPED -> {
        hdfs.kill(nodes);
        return flip(all, "rbw");
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
    return fault.scope() == Scope.CLUSTER
        ? "all volumes"
        : volumes.stream().map(Volume::name).collect(Collectors.joining(" and "));
  }

  @Override
  protected void mend() throws IOException, ClusterException {
    Media media = hdfs.view().media();
    List<String> nodes = nodes();
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
    try {
      List<String> unused = hdfs.control().startDead();
    } catch (ClusterException e) {
      if (isAlone) { // else the other may have killed it, and the play starts all in the end
        throw e;
      }
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

  private List<String> nodes() {
    return volumes.stream().map(Volume::dataNode).distinct().toList();
  }

  /** The chosen replica, or the next one that is in that state; after those, in the other. */
  private String flip(List<Replica> all, String state) throws IOException {
    boolean isMeta = fault.amount() >= META;
    String other = state.equals("rbw") ? "finalized" : "rbw";
    for (String wanted : List.of(state, other)) {
      for (int i = 0; i < all.size(); i++) {
        Replica replica = all.get((fault.choice() + i) % all.size());
        Optional<Path> found = replica.file(wanted, isMeta);
        if (found.isPresent()) {
          Replicas.flip(found.get(), isMeta, fault.amount());
          return (wanted.equals(state) ? "" : NOT_APPLIED + "none is in " + state + "; instead ")
              + replica.volume().name()
              + " "
              + found.get().getFileName()
              + " in "
              + wanted;
        }
      }
    }
    return NOT_APPLIED + "the file has no replica";
  }
}
