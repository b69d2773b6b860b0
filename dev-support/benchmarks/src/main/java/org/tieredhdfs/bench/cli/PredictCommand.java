package org.tieredhdfs.bench.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.predict.GbCurve;
import org.tieredhdfs.bench.predict.HeatClass;
import org.tieredhdfs.bench.predict.HeatPlacement;
import org.tieredhdfs.bench.predict.MixPredictor;
import org.tieredhdfs.bench.predict.MixPredictor.Alone;
import org.tieredhdfs.bench.predict.MixPredictor.Prediction;
import org.tieredhdfs.bench.predict.ReportPredictions;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;
import org.tieredhdfs.report.text.TextTable;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyMedium;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Predicts the throughput of a mix of media. */
@Command(
    name = "predict",
    sortOptions = false,
    description = {
      "Predicts the throughput of media mixes from the results of 'bench ycsb' for"
          + " each medium alone and the bytes of each class of files, and shows the error"
          + " against the measured mixes. In a load of minutes HBase leaves compactions behind;"
          + " the last column is for a load with which they have to keep up.",
      "With --alone it predicts for your own media: give the operations per second"
          + " of your load with all files on each of them, including memory; the bytes of"
          + " the classes come from the report, and the volumes are those of the study.",
      "With --data-gb it answers what one more GB of memory or SSD buys: the hottest"
          + " files (WAL, then flushed, small compacted, large compacted, archive) get memory as"
          + " far as it goes, the next SSD, and hard disks take the rest."
    })
public final class PredictCommand implements Callable<Integer> {
  private static final int STEPS_SHOWN = 20;
  private static final int STEPS_WRITTEN = 10_000;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "folder of the report of 'bench ycsb'; default: target/bench/ycsb")
  private Path report = ClusterOption.home().resolve("target/bench/ycsb");

  @Option(names = "--side", paramLabel = "ours|stock", description = "default: ours")
  private Side side = Side.OURS;

  @Option(
      names = "--small-share",
      paramLabel = "P",
      description =
          "part of the compacted bytes that are in files below the bound of small ones; default:"
              + " ${DEFAULT-VALUE}")
  private double smallShare = 0.5;

  @Option(
      names = "--alone",
      paramLabel = "MEDIUM=OPS",
      split = ",",
      description = "measured by you, such as RAM=400000,SSD=320000,HDD=240000")
  private Map<StudyMedium, Double> alone = new LinkedHashMap<>();

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
      description = "with --data-gb: memory for files, on all nodes; default: 0")
  private @Nullable Double ramGb;

  @Option(
      names = "--ssd-gb",
      paramLabel = "GB",
      description = "with --data-gb: SSDs, on all nodes; default: 0")
  private @Nullable Double ssdGb;

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

  @Override
  public Integer call() throws IOException {
    requireSensible();
    ReportPredictions measured = new ReportPredictions(new ReportFiles(report).read(), side);
    Double data = dataGb;
    if (data != null) {
      Map<HeatClass, Double> footprintsGb = measured.footprintsGb(smallShare, data);
      Double wal = walGb;
      if (wal != null) {
        footprintsGb.put(HeatClass.WAL, wal);
      }
      print(new GbCurve(predictor(measured), footprintsGb, orNone(ramGb), orNone(ssdGb)));
    } else {
      print(alone.isEmpty() ? measured.all(smallShare) : ownMixes(predictor(measured)));
    }
    return 0;
  }

  private void requireSensible() {
    require("--small-share", smallShare, smallShare >= 0 && smallShare <= 1, "from 0 to 1");
    alone.forEach((medium, ops) -> require("--alone", medium + "=" + ops, ops > 0, "above 0"));
    require("--sweep", sweep, sweep != StudyMedium.HDD, "RAM or SSD: hard disks take what is left");
    requireNeeded("--sweep", sweep, "--data-gb", dataGb);
    requireNeeded("--csv", csv, "--sweep", sweep);
    requireSize("--ram-gb", ramGb);
    requireSize("--ssd-gb", ssdGb);
    requireSize("--wal-gb", walGb);
    Double data = dataGb;
    require("--data-gb", data, data == null || (data > 0 && Double.isFinite(data)), "above 0");
  }

  private static void requireNeeded(
      String option, @Nullable Object given, String needed, @Nullable Object other) {
    if (given != null && other == null) {
      throw new IllegalArgumentException(option + " needs " + needed);
    }
  }

  private void requireSize(String option, @Nullable Double gb) {
    requireNeeded(option, gb, "--data-gb", dataGb);
    require(option, gb, gb == null || (gb >= 0 && Double.isFinite(gb)), "0 or more");
  }

  private static void require(
      String option, @Nullable Object value, boolean isAllowed, String allowed) {
    if (!isAllowed) {
      throw new IllegalArgumentException(
          option + ": '" + value + "' is not allowed; it has to be " + allowed);
    }
  }

  private static double orNone(@Nullable Double gb) {
    return gb == null ? 0 : gb;
  }

  private MixPredictor predictor(ReportPredictions measured) {
    Map<StudyMedium, Alone> own = new LinkedHashMap<>();
    alone.forEach(
        (medium, opsPerSec) ->
            own.put(medium, new Alone(opsPerSec, medium == StudyMedium.RAM ? 1 : 8)));
    return new MixPredictor(own.isEmpty() ? measured.alone() : own, measured.shares(smallShare));
  }

  private void print(List<Prediction> predictions) {
    TextTable table =
        new TextTable("MIX", "PREDICTED OPS/S", "MEASURED", "ERROR", "IF COMPACTIONS KEEP UP");
    for (Prediction one : predictions) {
      table.add(
          one.study().caseName(),
          number("%,.0f", one.burstOpsPerSec()),
          number("%,.0f", one.measuredOpsPerSec()),
          number("%+.0f %%", one.errorPercent()),
          number("%,.0f", one.sustainedOpsPerSec()));
    }
    System.out.println(table);
  }

  /** The mixes of the user's own media, which were not measured. */
  private List<Prediction> ownMixes(MixPredictor predictor) {
    return Stream.of(StudyCase.values())
        .filter(mix -> mix.volumes().size() > 1)
        .filter(mix -> alone.keySet().containsAll(mix.volumes().keySet()))
        .map(mix -> predictor.predict(mix, Double.NaN))
        .toList();
  }

  private void print(GbCurve curve) throws IOException {
    TextTable classes = new TextTable("CLASS", "GB", "IN MEMORY", "ON SSD", "ON DISK");
    HeatPlacement placement = curve.placement();
    curve
        .footprintsGb()
        .forEach(
            (heat, gb) ->
                classes.add(
                    heat.label(),
                    number("%,.1f", gb),
                    number("%,.1f", placement.gb(heat, StudyMedium.RAM)),
                    number("%,.1f", placement.gb(heat, StudyMedium.SSD)),
                    number("%,.1f", placement.gb(heat, StudyMedium.HDD))));
    System.out.println(classes);
    System.out.println("predicted     " + number("%,.0f ops/s", curve.opsPerSec()));
    System.out.printf(
        Locale.ROOT,
        "one more GB   of memory: %+.2f ops/s, of SSD: %+.2f ops/s%n",
        curve.nextGbOpsPerSec(StudyMedium.RAM),
        curve.nextGbOpsPerSec(StudyMedium.SSD));
    StudyMedium varied = sweep;
    if (varied != null) {
      TextTable points = new TextTable("GB OF " + varied, "PREDICTED OPS/S", "ONE MORE GB");
      for (GbCurve.Point point : curve.points(varied, STEPS_SHOWN)) {
        points.add(
            number("%,.0f", point.gb()),
            number("%,.0f", point.opsPerSec()),
            number("%+.2f", point.nextGbOpsPerSec()));
      }
      System.out.println();
      System.out.println(points);
      Path file = csv;
      if (file != null) {
        Files.write(file, csv(varied, curve.points(varied, STEPS_WRITTEN)));
        System.out.println("curve         " + file);
      }
    }
  }

  private static List<String> csv(StudyMedium medium, List<GbCurve.Point> points) {
    List<String> lines = new ArrayList<>(List.of("medium,gb,opsPerSec,nextGbOpsPerSec"));
    for (GbCurve.Point point : points) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s,%.0f,%.3f,%.5f",
              medium,
              point.gb(),
              point.opsPerSec(),
              point.nextGbOpsPerSec()));
    }
    return lines;
  }

  private static String number(String format, double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
  }
}
