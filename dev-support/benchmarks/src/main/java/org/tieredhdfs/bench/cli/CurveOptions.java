package org.tieredhdfs.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.predict.ClassFootprints;
import org.tieredhdfs.bench.predict.GbCurve;
import org.tieredhdfs.bench.predict.HeatClass;
import org.tieredhdfs.bench.predict.HeatPlacement;
import org.tieredhdfs.bench.predict.MixPredictor;
import org.tieredhdfs.bench.predict.ReportPredictions;
import org.tieredhdfs.report.text.TextTable;
import org.tieredhdfs.ycsb.study.StudyMedium;
import picocli.CommandLine.Option;

/** The options of {@code predict} that ask what another GB buys, and the answer. */
public final class CurveOptions {
  private static final int STEPS_SHOWN = 20;
  private static final int STEPS_WRITTEN = 10_000;

  @Option(
      names = "--data-gb",
      paramLabel = "GB",
      description =
          "predicts for this much data (the table's files, one replica) on memory, SSDs and hard"
              + " disks: which class fits where, and what one more GB buys")
  private @Nullable Double dataGb;

  @Option(
      names = "--ram-gb",
      paramLabel = "GB",
      description = "with --data-gb: memory for files, on all nodes; default: ${DEFAULT-VALUE}")
  private double ramGb;

  @Option(
      names = "--ssd-gb",
      paramLabel = "GB",
      description = "with --data-gb: SSDs, on all nodes; default: ${DEFAULT-VALUE}")
  private double ssdGb;

  @Option(
      names = "--wal-gb",
      paramLabel = "GB",
      description =
          "with --data-gb: write-ahead logs that there are at a time, all replicas; default: 2.8 %"
              + " of the data, one flush of each region of the study")
  private @Nullable Double walGb;

  @Option(
      names = "--sweep",
      paramLabel = "RAM|SSD",
      description =
          "with --data-gb: the throughput for each size of this medium, while the other stays")
  private @Nullable StudyMedium sweep;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "with --sweep: also writes the curve, GB by GB, to this file")
  private @Nullable Path csv;

  boolean isAsked() {
    return dataGb != null;
  }

  /**
   * @throws IllegalArgumentException if an option has a value that makes no sense, or needs another
   */
  void requireSensible() {
    Map<String, Boolean> given =
        Map.of(
            "--ram-gb", ramGb != 0,
            "--ssd-gb", ssdGb != 0,
            "--wal-gb", walGb != null,
            "--sweep", sweep != null);
    given.forEach(
        (option, isGiven) -> {
          if (isGiven && dataGb == null) {
            throw new IllegalArgumentException(option + " needs --data-gb");
          }
        });
    if (csv != null && sweep == null) {
      throw new IllegalArgumentException("--csv needs --sweep");
    }
    if (sweep == StudyMedium.HDD) {
      throw new IllegalArgumentException(
          "--sweep: 'HDD' is not allowed; hard disks take what is left, so it has to be RAM or"
              + " SSD");
    }
    Double data = dataGb;
    if (data != null && !(data > 0 && data < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "--data-gb: '" + data + "' is not allowed; it has to be above 0");
    }
    requireSize("--ram-gb", ramGb);
    requireSize("--ssd-gb", ssdGb);
    Double wal = walGb;
    requireSize("--wal-gb", wal == null ? 0 : wal);
  }

  private static void requireSize(String option, double gb) {
    if (!(gb >= 0 && gb < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          option + ": '" + gb + "' is not allowed; it has to be 0 or more");
    }
  }

  /** Prints the answer, and writes the curve if it is to be written. */
  void answer(ReportPredictions measured, MixPredictor predictor, double smallShare)
      throws IOException {
    Double data = dataGb;
    if (data == null) {
      throw new IllegalStateException("nothing is asked");
    }
    ClassFootprints footprints = measured.footprints(smallShare, data);
    Double wal = walGb;
    if (wal != null) {
      footprints = footprints.withWalGb(wal);
    }
    GbCurve curve = new GbCurve(predictor, footprints, ramGb, ssdGb);
    System.out.println(placement(footprints, curve.placement()));
    System.out.printf(Locale.ROOT, "predicted     %,.0f ops/s%n", curve.opsPerSec());
    System.out.printf(
        Locale.ROOT,
        "one more GB   of memory: %+.2f ops/s, of SSD: %+.2f ops/s%n",
        curve.nextGbOpsPerSec(StudyMedium.RAM),
        curve.nextGbOpsPerSec(StudyMedium.SSD));
    StudyMedium varied = sweep;
    if (varied != null) {
      System.out.println();
      System.out.println(table(varied, curve.points(varied, STEPS_SHOWN)));
      Path file = csv;
      if (file != null) {
        Files.writeString(file, csv(varied, curve.points(varied, STEPS_WRITTEN)));
        System.out.println("curve         " + file);
      }
    }
  }

  private static TextTable placement(ClassFootprints footprints, HeatPlacement placement) {
    TextTable table = new TextTable("CLASS", "GB", "IN MEMORY", "ON SSD", "ON DISK");
    for (HeatClass heat : HeatClass.values()) {
      table.add(
          heat.label(),
          size(footprints.gb(heat)),
          size(placement.gb(heat, StudyMedium.RAM)),
          size(placement.gb(heat, StudyMedium.SSD)),
          size(placement.gb(heat, StudyMedium.HDD)));
    }
    return table;
  }

  private static String size(double gb) {
    return String.format(Locale.ROOT, "%,.1f", gb);
  }

  private static TextTable table(StudyMedium medium, List<GbCurve.Point> points) {
    TextTable table = new TextTable("GB OF " + medium, "PREDICTED OPS/S", "ONE MORE GB");
    for (GbCurve.Point point : points) {
      table.add(
          String.format(Locale.ROOT, "%,.0f", point.gb()),
          String.format(Locale.ROOT, "%,.0f", point.opsPerSec()),
          String.format(Locale.ROOT, "%+.2f", point.nextGbOpsPerSec()));
    }
    return table;
  }

  private static String csv(StudyMedium medium, List<GbCurve.Point> points) {
    StringBuilder lines = new StringBuilder("medium,gb,opsPerSec,nextGbOpsPerSec\n");
    for (GbCurve.Point point : points) {
      lines.append(
          String.format(
              Locale.ROOT,
              "%s,%.0f,%.3f,%.5f%n",
              medium,
              point.gb(),
              point.opsPerSec(),
              point.nextGbOpsPerSec()));
    }
    return lines.toString();
  }
}
