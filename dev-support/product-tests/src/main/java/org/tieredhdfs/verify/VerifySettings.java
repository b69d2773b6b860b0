package org.tieredhdfs.verify;

import java.util.Map;
import java.util.TreeMap;

/** Settings of a cluster: every class of files has its own medium, and much happens soon. */
public final class VerifySettings {
  private VerifySettings() {}

  /**
   * @param cutsPower whether machines lose power: what is acknowledged has to be on devices then
   */
  public static Map<String, String> of(boolean cutsPower) {
    Map<String, String> settings = new TreeMap<>();
    place(settings);
    if (cutsPower) {
      settings.put("hbase.tiered.wal.policy", "ALL_SSD");
      settings.put("hbase.wal.hsync", "true");
      settings.put("dfs.datanode.synconclose", "true");
      // Apache Hadoop's dataset does not sync moved replicas, so a cut empties them on all
      // machines.
      settings.put(
          "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
    }
    move(settings);
    hurry(settings);
    return settings;
  }

  private static void place(Map<String, String> settings) {
    settings.put("hbase.tiered.wal.policy", "ALL_RAMDISK");
    settings.put("hbase.tiered.flush.policy", "ALL_SSD");
    settings.put("hbase.tiered.compaction.small.policy", "ALL_SSD");
    settings.put("hbase.tiered.compaction.small.max.size", "2m");
    settings.put("hbase.tiered.compaction.policy", "HOT");
    settings.put("hbase.tiered.archive.policy", "COLD");
  }

  /** Archived files are moved long before they are deleted, other than in earnest. */
  private static void move(Map<String, String> settings) {
    settings.put("hbase.tiered.archive.min.age", "1s");
    settings.put("hbase.master.hfilecleaner.ttl", "60000");
    settings.put("hbase.master.logcleaner.ttl", "60000");
    settings.put("hbase.master.cleaner.interval", "10000");
    settings.put("dfs.mover.file.service.roots", "/hbase/data,/hbase/archive,/hbase/oldWALs");
    settings.put("dfs.mover.file.rules", "archive,logs");
    for (String rule : new String[] {"archive", "logs"}) {
      String prefix = "dfs.mover.file.rule." + rule;
      settings.put(prefix + ".path", rule.equals("logs") ? "/hbase/oldWALs" : "/hbase/archive");
      settings.put(prefix + ".clear.policy", "true");
      settings.put(prefix + ".filter", "hbase-archive");
    }
  }

  /** What is dead is noticed soon, and what is compacted away is archived soon. */
  public static void hurry(Map<String, String> settings) {
    settings.put("zookeeper.session.timeout", "10000");
    settings.put("dfs.namenode.stale.datanode.interval", "5000");
    settings.put("dfs.namenode.avoid.read.stale.datanode", "true");
    settings.put("dfs.namenode.avoid.write.stale.datanode", "true");
    settings.put("hbase.master.wait.on.regionservers.mintostart", "1");
    settings.put("hbase.lease.recovery.dfs.timeout", "10000");
    settings.put("hbase.lease.recovery.first.pause", "1000");
    settings.put("hbase.hfile.compaction.discharger.interval", "2000");
    settings.put("hbase.regionserver.logroll.period", "20000");
    settings.put("hbase.snapshot.master.timeout.millis", "20000");
    settings.put("hbase.snapshot.region.timeout", "20000");
  }
}
