package org.tieredhdfs.hdfs.datanode.guard;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.ObjectName;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DF;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.metrics2.util.MBeans;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.conf.DatanodeKeys;
import org.tieredhdfs.hdfs.datanode.conf.FailSlowKeys;
import org.tieredhdfs.hdfs.datanode.lock.IndependentLockManager;
import org.tieredhdfs.hdfs.datanode.volume.TieredVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.health.CutoffWatchdog;
import org.tieredhdfs.hdfs.datanode.volume.health.Cutoffs;
import org.tieredhdfs.hdfs.datanode.volume.health.HangWatchdog;
import org.tieredhdfs.hdfs.datanode.volume.health.PatientCaller;
import org.tieredhdfs.hdfs.datanode.volume.health.RefusedReaders;
import org.tieredhdfs.hdfs.datanode.volume.health.SpeedProbe;
import org.tieredhdfs.hdfs.datanode.volume.health.VolumeProbe;
import org.tieredhdfs.hdfs.datanode.volume.space.CachedDf;
import org.tieredhdfs.hdfs.datanode.volume.space.SpaceRefresher;
import org.tieredhdfs.hdfs.datanode.volume.speed.RecoveryWatch;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;
import org.tieredhdfs.hdfs.datanode.volume.writeback.WritebackWatch;

/**
 * The components around a DataNode's dataset: its locks, the registry of its volumes, and the
 * watchdogs.
 *
 * <p>Thread-safe.
 */
public final class DatasetGuards implements AutoCloseable {
  private static final int PATIENT_THREADS = 8;
  private static final int REFUSED_READERS = 8192;

  private final VolumeRegistry registry;
  private final RefusedReaders readers = new RefusedReaders(REFUSED_READERS);
  private final ShortCircuitSlots slots = new ShortCircuitSlots();
  private final IndependentLockManager locks;
  private final HangWatchdog watchdog;
  private final PatientCaller commands;
  private final long patienceMs;
  private final long spaceRefreshMs;
  private final long probeAfterMs;
  private final long canaryMs;
  private final Cutoffs cutoffs;
  private final CutoffWatchdog cutoffWatchdog;
  private final WritebackWatch writeback;
  private final long drainTimeoutMs;
  private final long returnDelayMs;
  private final Map<String, SpaceRefresher> refreshers = new ConcurrentHashMap<>();
  private volatile @Nullable ObjectName bean;

  /**
   * Creates them; nothing runs before {@link #start}.
   *
   * @throws org.tieredhdfs.hdfs.conf.ConfigurationFaultsException if a key has a bad value
   */
  public DatasetGuards(Configuration conf) {
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
    watchdog =
        new HangWatchdog(
            registry,
            DatanodeKeys.HANG_CHECK_INTERVAL.getDurationMs(conf),
            FailSlowKeys.PROBATION.getDurationMs(conf),
            System::nanoTime);
    writeback = new WritebackWatch(registry);
    cutoffs = new Cutoffs(conf);
    cutoffWatchdog =
        new CutoffWatchdog(
            registry,
            cutoffs,
            FailSlowKeys.MAX_SHARE.getDouble(conf),
            readers,
            writeback::ownDevice,
            slots::stalled,
            System::nanoTime);
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

  /** Which clients are cut off, and when. */
  public Cutoffs cutoffs() {
    return cutoffs;
  }

  /** The slots of local readers. */
  public ShortCircuitSlots slots() {
    return slots;
  }

  /** For threads that must not wait for a disk. */
  public PatientCaller commands() {
    return commands;
  }

  /** How long {@link #commands} waits for a disk. */
  public long patienceMs() {
    return patienceMs;
  }

  public long drainTimeoutMs() {
    return drainTimeoutMs;
  }

  public long returnDelayMs() {
    return returnDelayMs;
  }

  /** Starts to watch. */
  public void start(String datanodeUuid) {
    watchdog.start();
    cutoffWatchdog.start();
    writeback.start();
    bean =
        MBeans.register("DataNode", "TieredVolumes-" + datanodeUuid, new TieredVolumes(registry));
  }

  /** Starts to cache the space figures of a volume; the result replaces its stock accessor. */
  public CachedDf watch(FsVolumeSpi volume, DF space) throws IOException {
    VolumeState state = registry.state(volume);
    CachedDf cached = new CachedDf(space, state);
    if (!cached.isInMemory()) {
      writeback.add(state);
    }
    state.metrics().register();
    SpaceRefresher refresher =
        new SpaceRefresher(
            volume,
            cached,
            registry,
            spaceRefreshMs,
            new VolumeProbe(volume, state, probeAfterMs, canaryMs),
            recoveryWatch(state));
    SpaceRefresher before = refreshers.put(volume.getStorageID(), refresher);
    if (before != null) {
      before.stop();
    }
    refresher.start();
    return cached;
  }

  private RecoveryWatch recoveryWatch(VolumeState state) {
    return new RecoveryWatch(
        state.path(),
        state.traffic(),
        () -> ofTheTypeOf(state),
        new SpeedProbe(state, () -> writeback.ownDevice(state)),
        System::nanoTime);
  }

  private List<VolumeTraffic> ofTheTypeOf(VolumeState state) {
    return registry.all().stream()
        .filter(other -> other.volume().getStorageType() == state.volume().getStorageType())
        .filter(VolumeState::isOpen)
        .map(VolumeState::traffic)
        .toList();
  }

  /** Forgets a volume that was removed. */
  public void forget(String storageId) {
    SpaceRefresher refresher = refreshers.remove(storageId);
    if (refresher != null) {
      refresher.stop();
    }
    VolumeState state = registry.find(storageId);
    if (state != null) {
      registry.remove(state);
    }
  }

  @Override
  public void close() {
    watchdog.close();
    cutoffWatchdog.close();
    writeback.close();
    slots.close();
    commands.close();
    for (VolumeState state : registry.all()) {
      forget(state.storageId());
    }
    ObjectName registered = bean;
    if (registered != null) {
      bean = null;
      MBeans.unregister(registered);
    }
  }
}
