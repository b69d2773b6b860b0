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
          "The largest share of a DataNode's volumes that may stall at once for their"
              + " users to be cut off; one volume always may. If more stall, the whole"
              + " machine is assumed to be slow, and nobody is cut off.");

  public static final ConfigKey FAN_OUT =
      ConfigKey.bool(
          "dfs.tiered.volume.cutoff.fan.out",
          true,
          DATANODE,
          "Whether writers that connect to each DataNode of a block by themselves are cut off,"
              + " too: HBase's write-ahead log asyncfs, which then rolls its log. They are"
              + " recognized by their requests, since to each DataNode they look like a"
              + " pipeline of one.");

  public static final ConfigKey CANARY_INTERVAL =
      DatanodeKeys.duration(
          "dfs.tiered.volume.canary.interval",
          "10s",
          0,
          "After this time without traffic, a DataNode reads 4 KB of a volume past the page"
              + " cache. When a call takes long, it writes 4 KB, syncs and reads them. 0: only"
              + " then.");

  public static final ConfigKey PROBATION =
      DatanodeKeys.duration(
          "dfs.tiered.volume.probation",
          "20s",
          0,
          "The probation of a volume after its second hang within thirty times this"
              + " time. Each further hang doubles it, up to sixteen times. Meanwhile the"
              + " volume gets new blocks only if the DataNode has no other volume of the type."
              + " Its blocks are read, appended to and finished as usual. 0: no probation.");

  private static final ConfigKey READ_CUTOFF =
      DatanodeKeys.duration(
          "dfs.tiered.type.<TYPE>.cutoff.read.timeout",
          "750ms",
          0,
          "The same for what reads for a client, who loses little by going to another"
              + " replica, while a writer loses one. Default: that of"
              + " dfs.tiered.type.<TYPE>.cutoff.timeout if it is set or below 750ms, else"
              + " 750ms. 0: readers are not cut off.");

  private static ConfigKey cutoff(String defaultValue) {
    return DatanodeKeys.duration(
        "dfs.tiered.type.<TYPE>.cutoff.timeout",
        defaultValue,
        0,
        "How long an I/O call may take before clients that wait for the volume are"
            + " cut off and go on with other replicas: readers, and writers with other"
            + " DataNodes, if one is known that can replace this one. Default: 200ms for types in memory, 500ms for"
            + " SSD, 5s for all others. A call may always take three times the 99th"
            + " percentile of recent calls of its kind on the volume, and longer while"
            + " other calls return. 0: nobody is cut off.");
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
