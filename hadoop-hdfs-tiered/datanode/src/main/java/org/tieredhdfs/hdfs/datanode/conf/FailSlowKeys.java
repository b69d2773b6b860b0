package org.tieredhdfs.hdfs.datanode.conf;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;

/** The configuration keys of what a DataNode does about volumes that fail slowly. */
public final class FailSlowKeys implements ConfigKeys {
  private static final String DATANODE = "DataNode";
  private static final long HOUR_MS = 3_600_000;

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
          "Which share of a DataNode's volumes may be without an answer at once for their users to"
              + " be cut off; one volume always may. When more are, it is the machine, and nobody"
              + " is.");

  public static final ConfigKey CANARY_INTERVAL =
      ConfigKey.duration(
          "dfs.tiered.volume.canary.interval",
          "10s",
          0,
          HOUR_MS,
          DATANODE,
          "After how long without any traffic a DataNode writes 4 KB to a volume, syncs and reads"
              + " them, to see whether it answers. It also does when a call takes long. 0: only"
              + " then.");

  public static final ConfigKey PROBATION =
      ConfigKey.duration(
          "dfs.tiered.volume.probation",
          "30s",
          0,
          HOUR_MS,
          DATANODE,
          "How long a volume stays on probation after its second hang within twenty times this time."
              + " Each further hang doubles it, up to sixteen times. Meanwhile the volume reports no"
              + " room, and takes new blocks only if the DataNode has no other of the type. Its blocks"
              + " are read and finished as usual. 0: never.");

  private static ConfigKey cutoff(String defaultValue) {
    return ConfigKey.duration(
        "dfs.tiered.type.<TYPE>.cutoff.timeout",
        defaultValue,
        0,
        HOUR_MS,
        DATANODE,
        "How long one I/O call may take on a volume of a storage type before those who wait for the"
            + " volume are cut off, so that they go on with other replicas: writers whose pipeline"
            + " has other DataNodes, and readers. Without the key it is 200ms for types in memory,"
            + " 500ms for SSD and 5s for all others. Three times what 99 of 100 recent calls of the"
            + " kind took on the volume is granted in any case, and so is time as long as others"
            + " come back. 0: nobody is cut off.");
  }

  /** That of a storage type, with the default that it has. */
  public static ConfigKey cutoffOf(StorageType type) {
    ConfigKey family =
        type.isRAM() ? CUTOFF_OF_RAM : type == StorageType.SSD ? CUTOFF_OF_SSD : CUTOFF_OF_DISK;
    return family.named(type.name());
  }

  @Override
  public String title() {
    return "DataNode: volumes that fail slowly";
  }

  @Override
  public List<ConfigKey> keys() {
    return List.of(CUTOFF_OF_DISK, MAX_SHARE, CANARY_INTERVAL, PROBATION);
  }

  @Override
  public List<String> faults(String daemon, Configuration conf) {
    List<String> faults = new ArrayList<>(ConfigKeys.super.faults(daemon, conf));
    for (StorageType type : StorageType.values()) {
      cutoffOf(type).fault(conf).ifPresent(faults::add);
    }
    return faults;
  }
}
