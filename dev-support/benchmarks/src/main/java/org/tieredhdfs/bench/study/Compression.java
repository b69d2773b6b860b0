package org.tieredhdfs.bench.study;

import static org.tieredhdfs.bench.study.YcsbExperiment.metric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.tieredhdfs.bench.rows.CaseNames;
import org.tieredhdfs.bench.rows.ResumableRun;
import org.tieredhdfs.bench.rows.RowRatio;
import org.tieredhdfs.bench.rows.RunRecord;
import org.tieredhdfs.bench.rows.ScaledRun;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.linux.VolumeFileSystem;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.study.StudyCase;

/**
 * What is compressed while HBase is loaded, all on hard disks.
 *
 * <p>The codecs work without native libraries of the system: Java has that of GZ, and snappy-java,
 * on which Hadoop depends, brings its own.
 */
public enum Compression {
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

  public static final StudyScale USUAL = new StudyScale(1.0 / 64, 2);
  public static final StudyScale QUICK = new StudyScale(1.0 / 128, 1);

  private static final StudyCase ON_HARD_DISKS = StudyCase.C1T_HDD;
  private static final int WARM_UP_RECORDS = 20_000;
  private static final Map<String, String> LOG_SETTINGS =
      Map.of(
          "hbase.regionserver.wal.enablecompression", "true",
          "hbase.regionserver.wal.value.enablecompression", "true",
          "hbase.regionserver.wal.value.compression.type", "snappy");

  /** Values are decimal digits: by default they are random bytes, which compress worse. */
  private static final Map<String, String> COMPRESSIBLE = Map.of("dataintegrity", "true");

  /** What is compared. */
  private record Figure(String ratio, ToDoubleFunction<BenchmarkCase> of) {}

  private static final List<Figure> FIGURES =
      List.of(
          new Figure("opsRatio", row -> metric(row, "opsPerSec")),
          // the first case of a cluster compiles for those after it
          new Figure(
              "cpuRatio",
              row -> metric(row, "allDaemonsCpuPerOpUs") - metric(row, "compilersCpuPerOpUs")),
          // of an average disk; all cases have equally many of them, and of records
          new Figure(
              "writtenRatio", row -> metric(row, "diskWriteMbPerSec") * metric(row, "runTimeMs")));

  private final String familyAttribute;
  private final String codec;

  Compression() {
    this("", "");
  }

  Compression(String familyAttribute, String codec) {
    this.familyAttribute = familyAttribute;
    this.codec = codec;
  }

  /**
   * @param warmUp whether each cluster first does what is not measured, so that code is compiled
   * @param progress hears of cases that are not possible on this machine
   * @throws IllegalArgumentException if there is no such case
   */
  public static YcsbExperiment<Compression> experiment(
      ScaledRun scaled, StudyScale scale, boolean warmUp, List<String> names, Progress progress) {
    List<Compression> possible = new ArrayList<>();
    for (Compression one : named(names)) {
      String tool = one.fileSystem().tool();
      if (LinuxTool.isInstalled(tool)) {
        possible.add(one);
      } else {
        progress.done(
            String.format("%-22s skipped: there is no %s on this machine", one.caseName(), tool));
      }
    }
    return new YcsbExperiment<>(
        new RunRecord.Kind(
            "ycsb-compression",
            scaled.text(scale.text(), warmUp),
            name -> Arrays.stream(values()).anyMatch(one -> one.caseName().equals(name)),
            Compression::ratios),
        new ResumableRun.Cases<>(possible, Compression::caseName, Compression::clusterKey),
        (one, side) -> one.site(scaled, scale, side),
        (ycsb, first, repeat) -> {
          if (warmUp) {
            TableLayout layout = first.layout("warm-up-" + repeat, scale);
            ycsb.load("warm-up", repeat, WARM_UP_RECORDS, layout, COMPRESSIBLE);
          }
        },
        (ycsb, one, repeat) -> {
          TableLayout layout = one.layout(one.caseName() + "-" + repeat, scale);
          return ycsb.load(
              one.caseName(), repeat, scale.records(ON_HARD_DISKS), layout, COMPRESSIBLE);
        },
        Compression::figures);
  }

  /** {@code hdd-compacted-gz}. */
  String caseName() {
    return "hdd-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Those asked for, as {@link CaseNames#choose} finds them.
   *
   * @throws IllegalArgumentException if a name is of none
   */
  static List<Compression> named(List<String> names) {
    return CaseNames.choose(List.of(values()), Compression::caseName, names, "hdd-compacted");
  }

  private StudySite site(ScaledRun scaled, StudyScale scale, Side side) {
    return new StudySite(
        ON_HARD_DISKS, side, scale, scaled.home(), 1, siteSettings(), fileSystem());
  }

  private Map<String, String> siteSettings() {
    return this == WAL_SNAPPY ? LOG_SETTINGS : Map.of();
  }

  private VolumeFileSystem fileSystem() {
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

  /**
   * Throughput, processor time and what disks had to write, each by that of the case without; by
   * medians of the repeats.
   */
  static List<BenchmarkCase> ratios(List<BenchmarkCase> rows) {
    List<BenchmarkCase> compared = new ArrayList<>();
    for (Side side : List.of(Side.STOCK, Side.OURS)) {
      for (Compression one : values()) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        for (Figure figure : FIGURES) {
          RowRatio.of(rows, one.caseName(), NONE.caseName(), side, figure.of())
              .ifPresent(found -> found.putInto(metrics, figure.ratio()));
        }
        if (one != NONE && !metrics.isEmpty()) {
          compared.add(
              new BenchmarkCase(one.caseName() + " / " + NONE.caseName(), side, 1, metrics));
        }
      }
    }
    return compared;
  }

  private static String figures(BenchmarkCase row) {
    return String.format(
        Locale.ROOT,
        "%,8.0f ops/s, disks write %.1f MB/s, CPU %,.0f us an operation",
        metric(row, "opsPerSec"),
        metric(row, "diskWriteMbPerSec"),
        metric(row, "allDaemonsCpuPerOpUs"));
  }
}
