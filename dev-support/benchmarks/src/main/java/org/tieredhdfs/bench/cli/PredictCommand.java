package org.tieredhdfs.bench.cli;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.tieredhdfs.bench.predict.Alone;
import org.tieredhdfs.bench.predict.Mix;
import org.tieredhdfs.bench.predict.MixPredictor;
import org.tieredhdfs.bench.predict.ReportPredictions;
import org.tieredhdfs.bench.predict.ReportPredictions.Prediction;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.files.ReportFiles;
import org.tieredhdfs.report.text.TextTable;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyMedium;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
          + " the classes come from the report. --volumes tells how many you measured"
          + " with and --mix-volumes how many the mix shall have.",
      "With --data-gb it answers what one more GB of memory or SSD buys: the hottest"
          + " files (WAL, then flushed, small compacted, large compacted, archive) get memory as"
          + " far as it goes, the next SSD, and hard disks take the rest."
    })
public final class PredictCommand implements Callable<Integer> {
  private static final double SMALL_SHARE = 0.5;

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
  private double smallShare = SMALL_SHARE;

  @Option(
      names = "--alone",
      paramLabel = "MEDIUM=OPS",
      split = ",",
      description = "measured by you, such as RAM=400000,SSD=320000,HDD=240000")
  private Map<StudyMedium, Double> alone = new LinkedHashMap<>();

  @Option(
      names = "--volumes",
      paramLabel = "MEDIUM=N",
      split = ",",
      description = "volumes of a DataNode in what was measured; default: 8, of memory 1")
  private Map<StudyMedium, Integer> volumes = new LinkedHashMap<>();

  @Option(
      names = "--mix-volumes",
      paramLabel = "MEDIUM=N",
      split = ",",
      description = "volumes that a DataNode shall have; default: those of each case of the study")
  private Map<StudyMedium, Integer> mixVolumes = new LinkedHashMap<>();

  @Mixin CurveOptions curve = new CurveOptions();

  @Override
  public Integer call() throws Exception {
    requireSensible();
    curve.requireSensible();
    ReportPredictions measured = new ReportPredictions(new ReportFiles(report).read(), side);
    if (curve.isAsked()) {
      curve.answer(measured, predictor(measured), smallShare);
      return 0;
    }
    TextTable table =
        new TextTable("MIX", "PREDICTED OPS/S", "MEASURED", "ERROR", "IF COMPACTIONS KEEP UP");
    if (alone.isEmpty()) {
      for (Prediction one : measured.all(smallShare)) {
        table.add(
            one.study().caseName(),
            number(one.burstOpsPerSec()),
            number(one.measuredOpsPerSec()),
            percent(one.errorPercent()),
            number(one.sustainedOpsPerSec()));
      }
    } else {
      addOwn(measured, table);
    }
    System.out.println(table);
    return 0;
  }

  private void requireSensible() {
    if (!(smallShare >= 0 && smallShare <= 1)) {
      throw new IllegalArgumentException(
          "--small-share: '" + smallShare + "' is not allowed; it has to be from 0 to 1");
    }
    requirePositive("--alone", alone);
    requirePositive("--volumes", volumes);
    requirePositive("--mix-volumes", mixVolumes);
  }

  private static void requirePositive(String option, Map<StudyMedium, ? extends Number> byMedium) {
    byMedium.forEach(
        (medium, number) -> {
          if (!(number.doubleValue() > 0)) {
            throw new IllegalArgumentException(
                option + ": '" + medium + "=" + number + "' is not allowed; it has to be above 0");
          }
        });
  }

  private MixPredictor predictor(ReportPredictions measured) {
    return new MixPredictor(
        alone.isEmpty() ? measured.alone() : own(), measured.shares(smallShare));
  }

  private Map<StudyMedium, Alone> own() {
    Map<StudyMedium, Alone> own = new LinkedHashMap<>();
    alone.forEach(
        (medium, opsPerSec) ->
            own.put(
                medium,
                new Alone(
                    opsPerSec, volumes.getOrDefault(medium, medium == StudyMedium.RAM ? 1 : 8))));
    return own;
  }

  private void addOwn(ReportPredictions measured, TextTable table) {
    Map<StudyMedium, Alone> own = own();
    MixPredictor predictor = predictor(measured);
    for (StudyCase study : StudyCase.values()) {
      Mix mix = Mix.of(study);
      if (!mix.isAlone() && own.keySet().containsAll(mix.volumes().keySet())) {
        Map<StudyMedium, Integer> wanted = new LinkedHashMap<>(mix.volumes());
        wanted.replaceAll((medium, count) -> mixVolumes.getOrDefault(medium, count));
        Mix asked =
            new Mix(wanted, mix.wal(), mix.flushed(), mix.compactedSmall(), mix.compacted());
        table.add(
            study.caseName(),
            number(predictor.burstOpsPerSec(asked)),
            "-",
            "-",
            number(predictor.sustainedOpsPerSec(asked)));
      }
    }
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%,.0f", value);
  }

  private static String percent(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%+.0f %%", value);
  }
}
