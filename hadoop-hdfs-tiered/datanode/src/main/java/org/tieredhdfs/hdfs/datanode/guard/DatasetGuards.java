package org.tieredhdfs.hdfs.datanode.guard;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DF;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.metrics2.util.MBeans;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.cluster.PeerView;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.hdfs.datanode.conf.FailSlowKeys;
import org.tieredhdfs.hdfs.datanode.lock.IndependentLockManager;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.TieredVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.health.Cutoffs;
import org.tieredhdfs.hdfs.datanode.volume.health.PatientCaller;
import org.tieredhdfs.hdfs.datanode.volume.health.RefusedReaders;
import org.tieredhdfs.hdfs.datanode.volume.health.Suspicions;
import org.tieredhdfs.hdfs.datanode.volume.health.VolumeJudge;
import org.tieredhdfs.hdfs.datanode.volume.health.VolumeProbe;
import org.tieredhdfs.hdfs.datanode.volume.space.CachedDf;
import org.tieredhdfs.hdfs.datanode.volume.space.VolumeQueue;
import org.tieredhdfs.hdfs.datanode.volume.space.VolumeThreads;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.writeback.WritebackWatch;

/**
 * The components around a DataNode's dataset: its locks, the registry of its volumes, and the judge
 * of these.
 *
 * <p>Thread-safe.
 */
public final class DatasetGuards implements AutoCloseable {
  private static final int PATIENT_THREADS = 8;
  private static final int REFUSED_READERS = 8192;
  private static final long LATE_MS = 100;
  private static final long LATE_FIGURES_MS = 10;

  private final VolumeRegistry registry;
  private final RefusedReaders readers = new RefusedReaders(REFUSED_READERS);
  private final ShortCircuitSlots slots = new ShortCircuitSlots();
  private final IndependentLockManager locks;
  private final PatientCaller commands;

  /** How long {@link #commands} waits for a disk. */
  public final long patienceMs;

  private final long spaceRefreshMs;
  private final long probeAfterMs;
  private final long canaryMs;
  private final Suspicions suspicions;
  private final VolumeJudge judge;
  private final WritebackWatch writeback;
  public final long drainTimeoutMs;
  public final long returnDelayMs;
  private final VolumeThreads threads = new VolumeThreads(LATE_MS);

  /** What asks for figures waits for them, so it is behind no probe and no deletion. */
  private final VolumeThreads spaceThreads = new VolumeThreads(LATE_FIGURES_MS);

  private final Map<String, Executor> queues = new ConcurrentHashMap<>();
  private volatile @Nullable ObjectName bean;

  /**
   * Creates them; nothing runs before {@link #start}.
   *
   * @param peers what is known of other DataNodes
   * @param asking asks for news of them
   * @throws org.tieredhdfs.hdfs.conf.ConfigurationFaultsException if a key has a bad value
   */
  public DatasetGuards(Configuration conf, PeerView peers, Runnable asking) {
    long hangTimeoutMs = DatanodeKeys.HANG_TIMEOUT.getDurationMs(conf);
    registry =
        new VolumeRegistry(
            DatanodeKeys.MAX_OPERATIONS.getInt(conf),
            conf.getInt(
                DFSConfigKeys.DFS_DATANODE_BALANCE_MAX_NUM_CONCURRENT_MOVES_KEY,
                DFSConfigKeys.DFS_DATANODE_BALANCE_MAX_NUM_CONCURRENT_MOVES_DEFAULT),
            hangTimeoutMs,
            Math.toIntExact(DatanodeKeys.PERCENTILES_INTERVAL.getDurationMs(conf) / 1_000));
    locks = new IndependentLockManager(hangTimeoutMs);
    probeAfterMs = hangTimeoutMs / 2;
    writeback = new WritebackWatch(registry);
    suspicions = new Suspicions(new Cutoffs(conf), peers, asking, System::nanoTime);
    judge =
        new VolumeJudge(
            registry, conf, readers, suspicions, writeback, slots::stalled, System::nanoTime);
    canaryMs = FailSlowKeys.CANARY_INTERVAL.getDurationMs(conf);
    patienceMs = DatanodeKeys.PATIENCE.getDurationMs(conf);
    commands = new PatientCaller("patient caller of volumes", PATIENT_THREADS, patienceMs);
    spaceRefreshMs = DatanodeKeys.SPACE_REFRESH_INTERVAL.getDurationMs(conf);
    drainTimeoutMs = DatanodeKeys.DRAIN_TIMEOUT.getDurationMs(conf);
    returnDelayMs = DatanodeKeys.RETURN_DELAY.getDurationMs(conf);
  }

  public VolumeRegistry registry() {
    return registry;
  }

  public IndependentLockManager locks() {
    return locks;
  }

  /** The readers that were sent to other replicas. */
  public RefusedReaders readers() {
    return readers;
  }

  /** Which volumes are suspected, and whether others can take their place. */
  public Suspicions suspicions() {
    return suspicions;
  }

  /** The slots of local readers. */
  public ShortCircuitSlots slots() {
    return slots;
  }

  /** For threads that must not wait for a disk. */
  public PatientCaller commands() {
    return commands;
  }

  /** Starts to watch. */
  public void start(String datanodeUuid) {
    judge.start();
    bean =
        MBeans.register("DataNode", "TieredVolumes-" + datanodeUuid, new TieredVolumes(registry));
  }

  /** Starts to cache the space figures of a volume; the result replaces its stock accessor. */
  public CachedDf watch(FsVolumeSpi volume, DF space) throws IOException {
    VolumeState state = registry.state(volume);
    CachedDf cached = new CachedDf(space, state, spaceRefreshMs);
    if (!cached.isInMemory()) {
      writeback.add(state);
    }
    state.metrics().register();
    VolumeProbe probe = new VolumeProbe(volume, state, probeAfterMs, canaryMs);
    VolumeThreads.Turn probing =
        new VolumeThreads.Turn(
            volume.toString(),
            () -> {
              if (isOpen(volume)) {
                probe.runIfDue();
              }
            });
    VolumeThreads.Turn looking =
        new VolumeThreads.Turn(
            volume.toString(),
            () -> {
              lookAtSpace(volume, cached);
              threads.ask(probing, false);
            });
    cached.whenOld(() -> spaceThreads.ask(looking, false));
    state.canary().whenAsked(() -> threads.ask(probing, true));
    return cached;
  }

  private void lookAtSpace(FsVolumeSpi volume, CachedDf space) {
    if (isOpen(volume)) {
      InFlight io = registry.state(volume).begin("STATFS", IoClass.READ, 0);
      try {
        // Its return does not show that reads work: the kernel answers without the device
        space.refresh();
      } finally {
        io.close();
      }
    }
  }

  private boolean isOpen(FsVolumeSpi volume) {
    VolumeState state = registry.state(volume);
    if (!state.isOpen()) {
      registry.remove(state);
      return false;
    }
    return true;
  }

  /** For one kind of work on a volume that its caller must not wait for, nor another kind. */
  public Executor queueOf(FsVolumeSpi volume, String work) {
    return queues.computeIfAbsent(
        volume.getStorageID() + " " + work, id -> new VolumeQueue(volume + ": " + work, threads));
  }

  /** Forgets a volume that was removed. */
  public void forget(String storageId) {
    queues.keySet().removeIf(id -> id.startsWith(storageId + " "));
    VolumeState state = registry.find(storageId);
    if (state != null) {
      registry.remove(state);
    }
  }

  @Override
  public void close() {
    judge.close();
    threads.close();
    spaceThreads.close();
    slots.close();
    commands.close();
    for (VolumeState state : registry.all()) {
      forget(state.storageId());
    }
    MBeans.unregister(bean);
    bean = null;
  }
}
