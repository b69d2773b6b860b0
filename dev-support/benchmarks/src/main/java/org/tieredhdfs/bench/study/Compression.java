package org.tieredhdfs.bench.study;

import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.linux.VolumeFileSystem;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.study.StudyCase;

/**
 * What is compressed while HBase is loaded, all on hard disks.
 *
 * <p>The codecs work without native libraries of the system: Java has that of GZ, and snappy-java,
 * on which Hadoop depends, brings its own.
 */
enum Compression {
  NONE,
  /** What HBase compacts, and nothing that it flushes. */
  COMPACTED_SNAPPY("COMPRESSION_COMPACT", "SNAPPY"),
  COMPACTED_GZ("COMPRESSION_COMPACT", "GZ"),
  /** What HBase compacts from all files of a store: the largest files, which live longest. */
  MAJOR_GZ("COMPRESSION_COMPACT_MAJOR", "GZ"),
  /** All files of the table. */
  TABLE_SNAPPY("COMPRESSION", "SNAPPY"),
  /** The write-ahead log alone. */
  WAL_SNAPPY,
  /** Nothing: tells what the file system does from what its compression does. */
  BTRFS,
  /** Everything, below HDFS. */
  BTRFS_ZSTD;

  static final StudyCase ON_HARD_DISKS = StudyCase.C1T_HDD;
  private static final Map<String, String> LOG_SETTINGS =
      Map.of(
          "hbase.regionserver.wal.enablecompression", "true",
          "hbase.regionserver.wal.value.enablecompression", "true",
          "hbase.regionserver.wal.value.compression.type", "snappy");

  private final String familyAttribute;
  private final String codec;

  Compression() {
    this("", "");
  }

  Compression(String familyAttribute, String codec) {
    this.familyAttribute = familyAttribute;
    this.codec = codec;
  }

  /** {@code hdd-compacted-gz}. */
  String caseName() {
    return "hdd-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  Map<String, String> siteSettings() {
    return this == WAL_SNAPPY ? LOG_SETTINGS : Map.of();
  }

  VolumeFileSystem fileSystem() {
    return switch (this) {
      case BTRFS -> VolumeFileSystem.BTRFS;
      case BTRFS_ZSTD -> VolumeFileSystem.BTRFS_ZSTD;
      default -> VolumeFileSystem.EXT4;
    };
  }

  /** Cases with the same text share a cluster: only the table differs. */
  String clusterKey() {
    return fileSystem() + " " + siteSettings().keySet().stream().sorted().toList();
  }

  TableLayout layout(String table, StudyScale scale) {
    Map<String, String> family = codec.isEmpty() ? Map.of() : Map.of(familyAttribute, codec);
    int regions = scale.regions(ON_HARD_DISKS);
    return new TableLayout(table, MeasuredYcsb.FAMILY, regions, false, Map.of(), family);
  }
}
