package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.apache.hadoop.fs.StorageType;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.LatencySettings;
import org.tieredhdfs.hdfs.datanode.volume.speed.Speed;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;
import org.tieredhdfs.hdfs.datanode.volume.writeback.WritebackWatch;

/** Has the volumes of a DataNode judged by their speed, a few times a second. For one thread. */
final class SpeedWatch {
  private static final Logger LOG = LoggerFactory.getLogger(SpeedWatch.class);

  private final VolumeRegistry registry;
  private final WritebackWatch writeback;
  private final Set<VolumeState> slow = Collections.newSetFromMap(new WeakHashMap<>());
  private SpeedJudge judge = new SpeedJudge(LatencySettings.DROPS_NOBODY);

  SpeedWatch(VolumeRegistry registry, WritebackWatch writeback) {
    this.registry = registry;
    this.writeback = writeback;
  }

  /** Looks at all volumes, unless that was done a moment ago. */
  void lookIfDue(Collection<VolumeState> volumes, long nowNanos) {
    if (!judge.settings().equals(registry.speeds())) {
      judge = new SpeedJudge(registry.speeds());
    }
    if (judge.isDue(nowNanos)) {
      writeback.look(nowNanos);
      Map<@Nullable StorageType, List<VolumeTraffic>> byType = new HashMap<>();
      for (VolumeState volume : volumes) {
        if (volume.isOpen()) {
          byType
              .computeIfAbsent(volume.volume().getStorageType(), any -> new ArrayList<>())
              .add(volume.traffic());
        }
      }
      judge.look(byType.values(), nowNanos);
      volumes.forEach(this::tell);
    }
  }

  /** One line when a volume becomes slow and one when it no longer is, not one for each trial. */
  private void tell(VolumeState volume) {
    Speed speed = volume.traffic().speed();
    if (speed.isSlow() && slow.add(volume)) {
      LOG.warn(
          "Volume {} gets few new blocks: it took {} times as long as its peers",
          volume,
          Math.round(speed.timesSlower()));
    } else if (!speed.isSlow() && slow.remove(volume)) {
      LOG.info("Volume {} is no slower than its peers any more", volume);
    }
  }
}
