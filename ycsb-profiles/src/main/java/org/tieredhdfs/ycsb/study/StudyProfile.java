package org.tieredhdfs.ycsb.study;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The ready profile of a case: all files of its directory, by name.
 *
 * <p>They are checked in, so that each directory can be used as it is; a test compares them with
 * what is made here.
 */
public final class StudyProfile {
  private static final String NL = "\n";

  private final StudyCase study;
  private final boolean hasSsd;
  private final boolean splitsBySize;

  public StudyProfile(StudyCase study) {
    this.study = study;
    hasSsd = study.volumes().containsKey(StudyMedium.SSD);
    splitsBySize = study.compactedSmall() != study.compacted();
  }

  /** The content of each file. */
  public Map<String, String> files() {
    Map<String, String> files = new LinkedHashMap<>();
    files.put("README.md", readme());
    files.put("hdfs-site.xml", hdfsSite());
    files.put("hbase-site.xml", hbaseSite());
    files.put("hbase-env.sh", hbaseEnv());
    files.put("tables.rb", tables());
    files.put("workload.properties", workload());
    return files;
  }

  private boolean isWalInMemory() {
    return study.wal() == StudyMedium.RAM;
  }

  private boolean needsRootPolicy() {
    return study.others() != StudyMedium.HDD;
  }

  private String readme() {
    List<String> lines = new ArrayList<>();
    lines.add("# " + study.caseName());
    lines.add("");
    lines.add(
        "A case of \"Optimize Hadoop Cluster Performance with Various Storage Media\" (Intel, 2016): "
            + String.format("%,d", study.records()));
    lines.add(
        "records of 1 kB into "
            + study.regions()
            + " regions; three DataNodes, each with "
            + mediaWords()
            + ".");
    lines.add("");
    lines.add("| file | storage types of the replicas |");
    lines.add("|---|---|");
    lines.add(row("WAL", study.wal()));
    lines.add(row("flushed", study.flushed()));
    lines.add(row("compacted, small", study.compactedSmall()));
    lines.add(row("compacted, large", study.compacted()));
    lines.add(row("archived", study.others()));
    lines.add(row("old WAL", study.others()));
    lines.add(row("all else", study.others()));
    lines.add("");
    if (isWalInMemory()) {
      lines.add(
          "As in the study, all replicas of the WAL are in memory: for measuring only. Acknowledged rows are");
      lines.add("lost when the nodes of a log lose power together.");
      lines.add("");
    }
    if (needsRootPolicy()) {
      lines.add(
          "There is no DISK volume: run `hdfs pathpolicies` before HBase and the mover's service start for the");
      lines.add("first time.");
      lines.add("");
    }
    lines.add(
        "[How to use it](../../../docs/ycsb.md#cases-of-the-study-of-2016);"
            + " `dev-support/test-examples.sh "
            + study.caseName()
            + "`");
    lines.add(
        "starts a small cluster with these files and checks where a file of each kind"
            + " is stored.");
    return text(lines);
  }

  private String mediaWords() {
    List<String> words = new ArrayList<>();
    study.volumes().forEach((medium, count) -> words.add(volumes(medium, count)));
    String last = words.remove(words.size() - 1);
    return words.isEmpty() ? last : String.join(", ", words) + " and " + last;
  }

  private static String volumes(StudyMedium medium, int count) {
    return switch (medium) {
      case RAM -> "a RAM disk";
      case SSD -> count + " SSDs";
      case HDD -> count + " hard disks";
    };
  }

  private static String row(String file, StudyMedium medium) {
    return "| "
        + file
        + " | "
        + String.join(", ", Collections.nCopies(3, medium.storageType()))
        + " |";
  }

  private String hdfsSite() {
    SiteText site =
        new SiteText(
            study.caseName()
                + ": the media and threads of the study. Made by dev-support/write-reference.");
    site.comment("DataNodes: the media; paths are examples");
    site.property("dfs.datanode.data.dir", dataDirs());
    if (study.volumes().containsKey(StudyMedium.RAM)) {
      site.comment("room for checksums, which the choice of a volume does not count");
      site.property("dfs.datanode.du.reserved.ramdisk", "67108864");
    }
    site.comment("DataNodes: volumes do not wait for each other, and take turns");
    site.property(
        "dfs.datanode.fsdataset.factory", "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory");
    site.property(
        "dfs.datanode.fsdataset.volume.choosing.policy",
        "org.tieredhdfs.hdfs.datanode.choose.StorageTypeRoundRobinVolumeChoosingPolicy");
    site.comment("threads of the study");
    site.property("dfs.datanode.handler.count", "64");
    site.property("dfs.namenode.handler.count", "100");
    if (needsRootPolicy()) {
      site.comment("no DISK, and HOT does not fall back: hdfs pathpolicies sets this");
      site.property("dfs.tiered.path.policies", "/=" + study.others().policy());
    }
    site.comment("no daemon starts without the overlay in front");
    site.property(
        "dfs.namenode.audit.loggers", "default,org.tieredhdfs.hdfs.start.StartCheckAuditLogger");
    site.property("dfs.datanode.plugins", "org.tieredhdfs.hdfs.start.StartCheckPlugin");
    site.comment("the mover's service: archived files move to the policy of the archive");
    site.property("dfs.mover.file.rules", "archive,old-logs");
    rule(site, "archive", "/hbase/archive");
    rule(site, "old-logs", "/hbase/oldWALs");
    return site.text();
  }

  private static void rule(SiteText site, String name, String path) {
    String prefix = "dfs.mover.file.rule." + name + ".";
    site.property(prefix + "path", path);
    site.property(prefix + "clear.policy", "true");
    site.property(prefix + "filter", "hbase-archive");
  }

  private String dataDirs() {
    List<String> dirs = new ArrayList<>();
    study
        .volumes()
        .forEach(
            (medium, count) -> {
              for (int i = 0; i < count; i++) {
                dirs.add("[" + medium.storageType() + "]/mnt/" + medium.mount() + i);
              }
            });
    return String.join(",", dirs);
  }

  private String hbaseSite() {
    SiteText site =
        new SiteText(
            study.caseName()
                + ": the WAL "
                + study.wal().words()
                + ", flushed files "
                + study.flushed().words()
                + ". Made by dev-support/write-reference.");
    site.comment("plug-ins of hbase-tiered-store");
    site.property("hbase.hstore.engine.class", "org.tieredhdfs.hbase.TieredStoreEngine");
    site.property("hbase.coprocessor.region.classes", "org.tieredhdfs.hbase.TieredRegionObserver");
    site.property(
        "hbase.coprocessor.regionserver.classes",
        "org.tieredhdfs.hbase.TieredRegionServerCoprocessor");
    site.property("hbase.coprocessor.master.classes", "org.tieredhdfs.hbase.TieredMasterObserver");
    site.comment("where files go");
    site.property("hbase.tiered.wal.policy", study.wal().policy());
    site.property("hbase.tiered.flush.policy", study.flushed().policy());
    if (splitsBySize) {
      site.property("hbase.tiered.compaction.small.policy", study.compactedSmall().policy());
      site.property("hbase.tiered.compaction.small.max.size", "1536m");
    }
    site.property("hbase.tiered.compaction.policy", study.compacted().policy());
    site.property("hbase.tiered.bulkload.policy", study.compacted().policy());
    site.property("hbase.tiered.mob.policy", study.compacted().policy());
    site.property("hbase.tiered.archive.policy", study.others().policy());
    if (isWalInMemory()) {
      site.comment(
          "an open log reserves a whole block of the RAM disk; default: twice dfs.blocksize");
      site.property("hbase.regionserver.hlog.blocksize", "67108864");
    }
    site.comment("threads of the study, which had fewer without SSD");
    site.property("hbase.regionserver.handler.count", "200");
    site.property("hbase.regionserver.thread.compaction.small", hasSsd ? "8" : "3");
    site.property("hbase.hstore.flusher.count", hasSsd ? "15" : "5");
    site.property("hbase.wal.provider", "multiwal");
    site.property("hbase.wal.regiongrouping.numgroups", "4");
    site.property("hbase.hstore.blockingStoreFiles", "15");
    site.comment("HBase at that time did not throttle compactions");
    site.property(
        "hbase.regionserver.throughput.controller",
        "org.apache.hadoop.hbase.regionserver.throttle.NoLimitThroughputController");
    site.comment("writers wait for full memstores instead of being refused, as measured");
    site.property("hbase.tiered.write.pacing.max.wait", "20s");
    site.comment("memstores in pooled chunks, on the heap as in the study");
    site.property("hbase.hregion.memstore.chunkpool.maxsize", "1.0");
    return site.text();
  }

  private static String hbaseEnv() {
    return """
        # shellcheck shell=bash
        # Append to hbase-env.sh: heaps and garbage collector of the study. NameNodes had 32 GB, DataNodes
        # 4 GB, in hadoop-env.sh.
        export HBASE_REGIONSERVER_OPTS="${HBASE_REGIONSERVER_OPTS:-} -Xms64g -Xmx64g -XX:+UseG1GC"
        export HBASE_MASTER_OPTS="${HBASE_MASTER_OPTS:-} -Xms4g -Xmx4g -XX:+UseG1GC"
        """;
  }

  private String tables() {
    return """
        # Commands for HBase's shell: hbase shell -n tables.rb
        # Hashed keys of YCSB have 19 digits at most, the first four of which go to 9223.
        create 'usertable', {NAME => 'f'}, SPLITS => (1...%1$d).map { |i| "user#{1000 + i * 8223 / %1$d}" }
        """
        .formatted(study.regions());
  }

  private String workload() {
    return """
        # For YCSB: ycsb load hbase20 -s -P workload.properties -cp CONF
        workload=site.ycsb.workloads.CoreWorkload
        table=usertable
        columnfamily=f
        recordcount=%d
        fieldcount=5
        fieldlength=200
        insertorder=hashed
        clientbuffering=true
        threadcount=200
        """
        .formatted(study.records());
  }

  private static String text(List<String> lines) {
    return String.join(NL, lines) + NL;
  }
}
