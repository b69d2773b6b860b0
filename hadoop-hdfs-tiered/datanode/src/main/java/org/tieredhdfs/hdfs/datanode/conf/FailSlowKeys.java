package org.tieredhdfs.hdfs.datanode.conf;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;

/** The configuration keys for slow and stalled volumes. */
public final class FailSlowKeys implements ConfigKeys {
  private static final String DATANODE = "DataNode";

  private static final ConfigKey CUTOFF_OF_DISK = cutoff("5s");
  private static final ConfigKey CUTOFF_OF_SSD = cutoff("500ms");
  private static final ConfigKey CUTOFF_OF_RAM = cutoff("200ms");

  public static final ConfigKey MAX_SHARE =
      ConfigKey.decimal(
          "dfs.tiered.volume.cutoff.max.share",
          0.5,
          0,
          1,
          DATANODE,
          "The largest share of a DataNode's volumes, at least one, that may stall while clients"
              + " are cut off. If more stall, nobody is.");

  public static final ConfigKey FAN_OUT =
      ConfigKey.bool(
          "dfs.tiered.volume.cutoff.fan.out",
          true,
          DATANODE,
          "Whether writers that connect to each DataNode of a block themselves (HBase's log"
              + " asyncfs) are cut off, too.");

  public static final ConfigKey CANARY_INTERVAL =
      DatanodeKeys.duration(
          "dfs.tiered.volume.canary.interval",
          "10s",
          0,
          "After this time without traffic, a DataNode reads 4 KB of a volume past the page cache."
              + " 0: an idle volume is not read.");

  public static final ConfigKey PROBATION =
      DatanodeKeys.duration(
          "dfs.tiered.volume.probation",
          "20s",
          0,
          "The probation of a volume after its second hang within thirty times this time; each"
              + " further hang doubles it, up to sixteen times. 0: no probation.");

  private static final ConfigKey READ_CUTOFF =
      DatanodeKeys.duration(
          "dfs.tiered.type.<TYPE>.cutoff.read.timeout",
          "750ms",
          0,
          "The same for reads of clients. Default: that of dfs.tiered.type.<TYPE>.cutoff.timeout if"
              + " it is set or below 750ms, else 750ms. 0: readers are not cut off.");

  private static ConfigKey cutoff(String defaultValue) {
    return DatanodeKeys.duration(
        "dfs.tiered.type.<TYPE>.cutoff.timeout",
        defaultValue,
        0,
        "How long an I/O call may take before clients that can go elsewhere are cut off from the"
            + " volume. Default: 200ms for types in memory, 500ms for SSD, 5s for all others. 0:"
            + " nobody is cut off.");
  }

  /** That of a storage type, with the default that it has. */
  public static ConfigKey cutoffOf(StorageType type) {
    ConfigKey family =
        type.isRAM() ? CUTOFF_OF_RAM : type == StorageType.SSD ? CUTOFF_OF_SSD : CUTOFF_OF_DISK;
    return family.named(type.name());
  }

  /** How long a read of a client may take on a storage type, in ms; 0 if it may take any time. */
  public static long readCutoffMs(StorageType type, Configuration conf) {
    ConfigKey all = cutoffOf(type);
    ConfigKey reads = READ_CUTOFF.named(type.name());
    long allMs = all.getDurationMs(conf);
    boolean isSet = conf.get(reads.name()) != null;
    if (allMs == 0 || (!isSet && conf.get(all.name()) != null)) {
      return allMs;
    }
    long readMs = reads.getDurationMs(conf);
    return isSet ? readMs : Math.min(readMs, allMs);
  }

  @Override
  public String title() {
    return "DataNode: volumes that fail slowly";
  }

  @Override
  public List<ConfigKey> keys() {
    return List.of(CUTOFF_OF_DISK, READ_CUTOFF, MAX_SHARE, FAN_OUT, CANARY_INTERVAL, PROBATION);
  }

  @Override
  public List<String> faults(String daemon, Configuration conf) {
    List<String> faults = new ArrayList<>(ConfigKeys.super.faults(daemon, conf));
    for (StorageType type : StorageType.values()) {
      cutoffOf(type).fault(conf).ifPresent(faults::add);
      READ_CUTOFF.named(type.name()).fault(conf).ifPresent(faults::add);
    }
    return faults;
  }
}
