package org.tieredhdfs.report;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.tieredhdfs.report.ReportedMedium.MediumFigure;
import org.tieredhdfs.report.files.ReportFiles;

/** Reports such as the demo and a benchmark write them, with made-up figures. */
public final class SampleReports {

  private static final MachineInfo MACHINE = new MachineInfo(2, 24L << 30, "Linux 6.1.0-31-amd64");
  private static final Map<String, String> VERSIONS = new LinkedHashMap<>();

  static {
    VERSIONS.put("java", "17.0.15+6");
    VERSIONS.put("hadoop", "3.5.0");
    VERSIONS.put("hbase", "2.6.4-hadoop3");
    VERSIONS.put("ycsb", "0.17.0");
  }

  private SampleReports() {}

  /** Writes all samples below a folder, to be looked at. */
  public static void main(String[] args) throws IOException {
    Path folder = Path.of(args[0]);
    new ReportFiles(folder.resolve("demo")).write(demo());
    new ReportFiles(folder.resolve("bench")).write(bench());
    new ReportFiles(folder.resolve("hostile")).write(hostile("<script>alert('x')</script>"));
    new ReportFiles(folder.resolve("ours")).write(oneSided());
    new ReportFiles(folder.resolve("empty")).write(empty());
  }

  public static Report demo() {
    Map<String, Double> load = new LinkedHashMap<>();
    load.put("opsPerSec", 4454.2);
    load.put("errors", 0.0);
    load.put("runTimeMs", 22451.0);
    latencies(load, "insert", 6, 12, 31_400);
    Map<String, Double> mix = new LinkedHashMap<>();
    mix.put("opsPerSec", 2911.8);
    mix.put("errors", 0.0);
    mix.put("runTimeMs", 6868.0);
    latencies(mix, "read", 612, 1893, 4211);
    latencies(mix, "update", 905, 2703, 6499);
    return new Report(
        "demo",
        true,
        Instant.parse("2026-11-21T09:59:10Z"),
        List.of(),
        MACHINE,
        VERSIONS,
        List.of(
            new BenchmarkCase("load", Side.OURS, 1, load, List.of(throughput(23, 4454))),
            new BenchmarkCase("mix", Side.OURS, 1, mix, List.of(throughput(7, 2911)))),
        List.of(
            new Placement(ReportedFileClass.WAL, "RAMDISK", 141_557_760, 6),
            new Placement(ReportedFileClass.FLUSHED, "SSD", 60_123_456, 4),
            new Placement(ReportedFileClass.COMPACTED, "SSD", 118_111_600, 3),
            new Placement(ReportedFileClass.ARCHIVED, "ARCHIVE", 88_080_384, 3),
            new Placement(ReportedFileClass.ARCHIVED, "SSD", 9_437_184, 1)),
        List.of());
  }

  /** Both sides, five repeats, no placement. */
  public static Report bench() {
    Random random = new Random(7);
    List<BenchmarkCase> cases = new ArrayList<>();
    String[] names = {"frozen volume", "frozen volume + re-replication", "no freeze"};
    double[][] base = {{4200, 4100}, {4150, 390}, {4300, 4290}};
    for (int i = 0; i < names.length; i++) {
      for (Side side : List.of(Side.OURS, Side.STOCK)) {
        for (int repeat = 1; repeat <= 5; repeat++) {
          double rate = base[i][side == Side.OURS ? 0 : 1] * (0.95 + random.nextDouble() * 0.1);
          Map<String, Double> metrics = new LinkedHashMap<>();
          metrics.put("opsPerSec", rate);
          metrics.put("writeMBPerSec", rate / 20);
          metrics.put("errors", side == Side.STOCK && i == 1 ? 3.0 : 0);
          metrics.put("movedBytes", rate * 1e6);
          latencies(metrics, "write", 1e6 / rate, 4e6 / rate, 3e7 / rate);
          cases.add(
              new BenchmarkCase(names[i], side, repeat, metrics, List.of(throughput(30, rate))));
        }
      }
    }
    return new Report(
        "volume-isolation",
        false,
        Instant.parse("2026-11-21T12:00:00Z"),
        List.of("stock: 3 errors in frozen volume + re-replication, repeat 1"),
        MACHINE,
        VERSIONS,
        cases,
        List.of(),
        List.of(
            new ReportedMedium("NVDIMM", "tmpfs", 1, List.of()),
            new ReportedMedium(
                "DISK", "hdd", 5, List.of(new MediumFigure("random reads", 32, 30, 31)))));
  }

  /** One side only, many cases. */
  public static Report oneSided() {
    List<BenchmarkCase> cases = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      Map<String, Double> metrics = new LinkedHashMap<>();
      metrics.put("filesPerSec", 220.0 + 30 * i);
      metrics.put("p50Us", 900.0 + i);
      metrics.put("p99Us", 9100.0 + 10 * i);
      cases.add(new BenchmarkCase("1T_RAM_SSD_All_HDD_" + i, Side.OURS, 1, metrics));
    }
    return new Report(
        "mixes", true, Instant.EPOCH, List.of(), MACHINE, VERSIONS, cases, List.of(), List.of());
  }

  /** A report that holds nothing yet. */
  public static Report empty() {
    return new Report(
        "empty",
        false,
        Instant.EPOCH,
        List.of("the cluster did not come up"),
        MACHINE,
        Map.of(),
        List.of(),
        List.of(),
        List.of());
  }

  /** A report with {@code name} in every place where a name can stand. */
  public static Report hostile(String name) {
    Map<String, Double> metrics = Map.of("opsPerSec", 1.0, "readP99Us", 2.0);
    return new Report(
        name,
        false,
        Instant.EPOCH,
        List.of(name),
        new MachineInfo(1, 1, name),
        Map.of(name, name),
        List.of(
            new BenchmarkCase(name, Side.OURS, 1, metrics, List.of(throughput(3, 10))),
            new BenchmarkCase(name + "2", Side.STOCK, 1, metrics, List.of(throughput(3, 10)))),
        List.of(new Placement(ReportedFileClass.TABLE, name, 5, 1)),
        List.of(new ReportedMedium(name, name, 2, List.of(new MediumFigure(name, 1, 1, 1)))));
  }

  private static void latencies(
      Map<String, Double> metrics, String operation, double p50, double p95, double p99) {
    metrics.put(operation + "P50Us", (double) Math.round(p50));
    metrics.put(operation + "P95Us", (double) Math.round(p95));
    metrics.put(operation + "P99Us", (double) Math.round(p99));
    metrics.put(operation + "MaxUs", (double) Math.round(p99 * 3));
  }

  private static Series throughput(int seconds, double opsPerSec) {
    Random random = new Random(seconds);
    List<Long> elapsedMs = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    for (int i = 1; i <= seconds; i++) {
      elapsedMs.add(1000L * i + random.nextInt(20));
      double warm = Math.min(1, 0.35 + i / 6.0);
      values.add(opsPerSec * warm * (0.9 + 0.2 * random.nextDouble()));
    }
    return new Series("opsPerSec", elapsedMs, values);
  }
}
