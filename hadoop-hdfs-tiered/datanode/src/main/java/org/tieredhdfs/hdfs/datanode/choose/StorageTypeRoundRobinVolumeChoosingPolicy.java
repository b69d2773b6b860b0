package org.tieredhdfs.hdfs.datanode.choose;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configurable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.VolumeChoosingPolicy;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.choose.space.Tiers;
import org.tieredhdfs.hdfs.datanode.choose.space.Tiers.Tier;
import org.tieredhdfs.hdfs.datanode.choose.space.VolumeCandidates;
import org.tieredhdfs.hdfs.datanode.choose.space.VolumeRecord;
import org.tieredhdfs.hdfs.datanode.volume.VolumeAware;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlocks;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/**
 * A volume choosing policy with a lock-free, exactly even round robin for each storage type.
 *
 * <p>Of the volumes with room it takes the one that was chosen longest ago. So the order does not
 * depend on the order of the list, nor on volumes that come, go, fill up or hang, nor on blocks of
 * different sizes that find room on different ones. The choices of a type are one sequence,
 * whatever the number of threads. As long as the same volumes have room, any two of them differ by
 * one at most.
 *
 * <p>The storage that the NameNode named is not preferred: it is drawn at random there, and to
 * follow it would be uneven.
 *
 * <p>Works with Hadoop's dataset, too, whose volumes ask their file systems for the free space each
 * time. Thread-safe.
 *
 * @param <V> the kind of volume
 */
public final class StorageTypeRoundRobinVolumeChoosingPolicy<V extends FsVolumeSpi>
    implements VolumeChoosingPolicy<V>, VolumeAware, Configurable {
  private volatile Tiers<V, VolumeRecord> tiers =
      new Tiers<>(volume -> new VolumeRecord(volume, new VolumeTraffic(System::nanoTime)));
  private volatile boolean reported;
  private @Nullable Configuration conf;
  private long keptBytes;

  /** Sets the configuration, once, before the first choice; refuses an invalid one. */
  @Override
  public void setConf(@Nullable Configuration conf) {
    if (conf == null) {
      return;
    }
    ChoosingKeys.check(conf, false);
    this.conf = conf;
    this.keptBytes = ChoosingKeys.ADDITIONAL_SPACE.getSizeBytes(conf);
    VolumeChoosingStatus.register(this, policy -> policy.tiers.records());
  }

  @Override
  public @Nullable Configuration getConf() {
    return conf;
  }

  @Override
  public void use(VolumeRegistry registry) {
    reported = true;
    tiers = new Tiers<>(volume -> new VolumeRecord(volume, registry.state(volume).traffic()));
  }

  @Override
  public V chooseVolume(List<V> volumes, long replicaSize, @Nullable String storageId)
      throws IOException {
    Tier<V, VolumeRecord> tier = tiers.of(volumes);
    VolumeCandidates<V, VolumeRecord> candidates = tiers.candidates(tier, volumes);
    while (true) {
      int oldest = -1;
      long oldestTurn = 0;
      for (int i : candidates.withRoom(replicaSize, keptBytes)) {
        VolumeRecord record = candidates.record(i);
        long turn = record.lastTurn.get();
        if (oldest < 0
            || turn < oldestTurn
            || (turn == oldestTurn && record.serial < candidates.record(oldest).serial)) {
          oldest = i;
          oldestTurn = turn;
        }
      }
      VolumeRecord record = candidates.record(oldest);
      if (record.lastTurn.compareAndSet(oldestTurn, tier.turns.incrementAndGet())) {
        record.chosen.increment();
        if (reported) {
          OpenBlocks open = record.traffic.openBlocks();
          open.claim(open.keep(replicaSize));
        }
        return candidates.volume(oldest);
      }
    }
  }
}
