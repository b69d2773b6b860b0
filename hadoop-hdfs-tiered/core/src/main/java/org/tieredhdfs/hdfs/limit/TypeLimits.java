package org.tieredhdfs.hdfs.limit;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.Collections;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.profile.DatanodeProfiles;
import org.tieredhdfs.hdfs.profile.ExecutionProfile;
import org.tieredhdfs.hdfs.profile.Setting;

/**
 * What the execution profiles of one DataNode allow its volumes, and what is used of it.
 *
 * <p>Thread-safe. Works with any dataset; keeps no volume and no DataNode alive.
 */
public final class TypeLimits {
  /** A process can have several DataNodes, which end without notice. */
  private static final Map<DataNode, TypeLimits> BY_DATANODE =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final DatanodeProfiles profiles;

  /** A volume that is taken out and added again is another one, with a pace of its own. */
  private final Map<FsVolumeSpi, WritePace> paces =
      Collections.synchronizedMap(new WeakHashMap<>());

  private final Map<String, TypeUse> useByType = new ConcurrentHashMap<>();

  private TypeLimits(DatanodeProfiles profiles) {
    this.profiles = profiles;
  }

  /** Those of a DataNode; shown as metrics from the first use on. */
  public static TypeLimits of(DataNode datanode) {
    return BY_DATANODE.computeIfAbsent(
        datanode,
        one -> {
          TypeLimits limits = new TypeLimits(DatanodeProfiles.of(one));
          LimitMetrics.publish(one.getDatanodeUuid(), limits.useByType);
          return limits;
        });
  }

  /** A DataNode stops: its metrics are shown no more. */
  public static void stopped(DataNode datanode) {
    TypeLimits limits = BY_DATANODE.get(datanode);
    if (limits != null) {
      LimitMetrics.withdraw(datanode.getDatanodeUuid(), limits.useByType);
    }
  }

  private TypeUse use(String type) {
    return useByType.computeIfAbsent(type, any -> new TypeUse());
  }

  /** The pace of a writer of a volume, for one block; null for a dataset without real volumes. */
  public @Nullable BlockPace pace(@Nullable FsVolumeSpi volume) {
    @Nullable StorageType known = volume == null ? null : volume.getStorageType();
    if (volume == null || known == null) {
      return null;
    }
    WritePace shared = paces.computeIfAbsent(volume, any -> new WritePace());
    String type = known.name();
    return new BlockPace(shared, () -> number(type, Setting.WRITE_RATE), use(type));
  }

  /**
   * A place for a writer of a storage type; waits for it.
   *
   * @param mayRefuse whether the replica can be written on another DataNode; otherwise it is
   *     counted and nothing more
   * @throws TransferRefusedException if as many as allowed are in progress for too long
   */
  public TransferPlace write(String type, boolean mayRefuse) throws IOException {
    TransferPlace place = new TransferPlace(use(type).writers());
    if (mayRefuse) {
      take(place, type, Setting.MAX_WRITERS);
    } else {
      place.takeAnyhow();
    }
    return place;
  }

  /**
   * A place for a reader of a storage type; waits for it.
   *
   * @throws TransferRefusedException if as many as allowed are in progress for too long
   */
  public TransferPlace read(String type) throws IOException {
    TransferPlace place = new TransferPlace(use(type).readers());
    take(place, type, Setting.MAX_READERS);
    return place;
  }

  /** Whether readers of any storage type are limited; if not, they need not be counted. */
  public boolean areReadersLimited() {
    for (ExecutionProfile profile : profiles.byType().values()) {
      if (profile.maxReaders() > 0) {
        return true;
      }
    }
    return false;
  }

  private void take(TransferPlace place, String type, Setting bound) throws IOException {
    @Nullable ExecutionProfile profile = profiles.byType().get(type);
    if (profile == null) {
      place.takeAnyhow();
      return;
    }
    long waitMs = profile.transferWaitMs();
    try {
      if (place.tryTake(() -> number(type, bound), waitMs)) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("Interrupted while waiting for " + type);
    }
    ExecutionProfile.Held held = profile.held(bound);
    throw new TransferRefusedException(
        String.format(
            "%d blocks of %s are in progress, as many as %s allows; waited for %d ms",
            held.number(), type, held.source(), waitMs));
  }

  private long number(String type, Setting setting) {
    @Nullable ExecutionProfile profile = profiles.byType().get(type);
    return profile == null ? 0 : profile.held(setting).number();
  }
}
