package org.tieredhdfs.bench.compression;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.bench.rows.CaseNames;
import org.tieredhdfs.linux.VolumeFileSystem;

/**
 * What is compressed, all on hard disks.
 *
 * <p>The codecs work without native libraries of the system: Java has that of GZ, and snappy-java,
 * on which Hadoop depends, brings its own.
 */
enum CompressionCase {
  NONE,
  /** What HBase compacts, and nothing that it flushes. */
  COMPACTED_SNAPPY,
  COMPACTED_GZ,
  /** What HBase compacts from all files of a store: the largest files, which live longest. */
  MAJOR_GZ,
  /** All files of the table. */
  TABLE_SNAPPY,
  /** The write-ahead log alone. */
  WAL_SNAPPY,
  /** Nothing: tells what the file system does from what its compression does. */
  BTRFS,
  /** Everything, below HDFS. */
  BTRFS_ZSTD;

  private static final Map<String, String> LOG_SETTINGS =
      Map.of(
          "hbase.regionserver.wal.enablecompression",
          "true",
          "hbase.regionserver.wal.value.enablecompression",
          "true",
          "hbase.regionserver.wal.value.compression.type",
          "snappy");

  /** {@code hdd-compacted-gz}. */
  String caseName() {
    return "hdd-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  static List<String> names() {
    return Arrays.stream(values()).map(CompressionCase::caseName).toList();
  }

  /**
   * Those asked for, as {@link CaseNames#choose} finds them.
   *
   * @throws IllegalArgumentException if a name is of none
   */
  static List<CompressionCase> named(List<String> names) {
    return CaseNames.choose(List.of(values()), CompressionCase::caseName, names, "hdd-compacted");
  }

  /** Settings of the column family. */
  Map<String, String> familySettings() {
    return switch (this) {
      case COMPACTED_SNAPPY -> Map.of("COMPRESSION_COMPACT", "SNAPPY");
      case COMPACTED_GZ -> Map.of("COMPRESSION_COMPACT", "GZ");
      case MAJOR_GZ -> Map.of("COMPRESSION_COMPACT_MAJOR", "GZ");
      case TABLE_SNAPPY -> Map.of("COMPRESSION", "SNAPPY");
      case NONE, WAL_SNAPPY, BTRFS, BTRFS_ZSTD -> Map.of();
    };
  }

  /** Settings of HBase. */
  Map<String, String> siteSettings() {
    return this == WAL_SNAPPY ? LOG_SETTINGS : Map.of();
  }

  /** Of the volumes. */
  VolumeFileSystem fileSystem() {
    return switch (this) {
      case BTRFS -> VolumeFileSystem.BTRFS;
      case BTRFS_ZSTD -> VolumeFileSystem.BTRFS_ZSTD;
      default -> VolumeFileSystem.EXT4;
    };
  }

  /** Cases with the same text share a cluster: only the table differs. */
  String cluster() {
    return fileSystem() + " " + siteSettings().keySet().stream().sorted().toList();
  }
}
