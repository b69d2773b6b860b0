package org.tieredhdfs.bench.predict;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.bench.Medians;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportedFileClass;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyMedium;

/** Predicts the mixes of a report of {@code bench ycsb} from its single media. */
public final class ReportPredictions {
  private static final int REPLICAS = 3;

  /** Flushes of 128 MB, one for each region of 1 TB in records of 1,000 bytes. */
  private static final double LOG_SHARE =
      (128L << 20) * StudyCase.C1T_HDD.regions() / (1_000.0 * StudyCase.C1T_HDD.records());

  /** As metrics of stored bytes name storage types. */
  private static final List<String> STORED_ON = List.of("Ramdisk", "Nvdimm", "Ssd", "Disk");

  private static final Map<StudyMedium, StudyCase> ALONE_50G =
      Map.of(
          StudyMedium.RAM, StudyCase.C50G_RAM,
          StudyMedium.SSD, StudyCase.C50G_SSD,
          StudyMedium.HDD, StudyCase.C50G_HDD);

  private static final Map<StudyMedium, StudyCase> ALONE_1T =
      Map.of(
          StudyMedium.SSD, StudyCase.C1T_SSD,
          StudyMedium.HDD, StudyCase.C1T_HDD);

  private final List<BenchmarkCase> rows;

  /**
   * One prediction.
   *
   * @param study the mix
   * @param burstOpsPerSec predicted for a load of minutes, as the measured one was
   * @param sustainedOpsPerSec predicted for a load with which compactions have to keep up
   * @param measuredOpsPerSec NaN if it was not measured
   */
  public record Prediction(
      StudyCase study, double burstOpsPerSec, double sustainedOpsPerSec, double measuredOpsPerSec) {

    /** The excess of the burst over the measurement; NaN if there is no measurement. */
    public double errorPercent() {
      return 100 * (burstOpsPerSec / measuredOpsPerSec - 1);
    }
  }

  public ReportPredictions(Report report, Side side) {
    rows = report.cases().stream().filter(row -> row.side() == side).toList();
  }

  /**
   * Each medium as it was measured alone with 1 TB; those that were not are left out. The study has
   * no memory for 1 TB: it counts as faster than SSDs by what it is with 50 GB, if that is known.
   */
  public Map<StudyMedium, Alone> alone() {
    Map<StudyMedium, Alone> alone = alone(ALONE_1T);
    Alone ram = alone(ALONE_50G).get(StudyMedium.RAM);
    if (ram != null) {
      double growth =
          median(StudyCase.C1T_SSD, "opsPerSec") / median(StudyCase.C50G_SSD, "opsPerSec");
      double factor = Double.isNaN(growth) ? 1 : growth;
      alone.put(StudyMedium.RAM, new Alone(ram.opsPerSec() * factor, ram.volumes()));
    }
    return alone;
  }

  private Map<StudyMedium, Alone> alone(Map<StudyMedium, StudyCase> cases) {
    Map<StudyMedium, Alone> alone = new EnumMap<>(StudyMedium.class);
    cases.forEach(
        (medium, study) -> {
          double opsPerSec = median(study, "opsPerSec");
          if (!Double.isNaN(opsPerSec)) {
            alone.put(medium, new Alone(opsPerSec, study.volumes().getOrDefault(medium, 1)));
          }
        });
    return alone;
  }

  /**
   * The bytes written of each class, as they were with all on hard disks, or else on SSD.
   *
   * @param smallShare of compacted bytes that are in small files
   */
  public ClassShares shares(double smallShare) {
    boolean hasDisks = !Double.isNaN(median(StudyCase.C1T_HDD, "opsPerSec"));
    StudyCase study = hasDisks ? StudyCase.C1T_HDD : StudyCase.C1T_SSD;
    double flushed = REPLICAS * median(study, "flushedOutputBytes");
    // an edit is written to a log once, and flushed once; HBase deletes logs of flushed edits
    double logged = flushed;
    return ClassShares.of(
        logged, flushed, REPLICAS * median(study, "compactedOutputBytes"), smallShare);
  }

  /**
   * The space of each class, as it was with all on hard disks, or else on SSD, for another amount
   * of data. Of logs there is as much at a time as one flush of each region of the study: with all
   * edits flushed, a log is deleted.
   *
   * @param smallShare of compacted bytes that are in small files
   * @param dataGb of the table's files, in one replica
   */
  public ClassFootprints footprints(double smallShare, double dataGb) {
    boolean hasDisks = !Double.isNaN(median(StudyCase.C1T_HDD, "opsPerSec"));
    StudyCase study = hasDisks ? StudyCase.C1T_HDD : StudyCase.C1T_SSD;
    double flushed = stored(study, ReportedFileClass.FLUSHED);
    double compacted = stored(study, ReportedFileClass.COMPACTED);
    return ClassFootprints.of(
        LOG_SHARE * (flushed + compacted),
        flushed,
        compacted,
        stored(study, ReportedFileClass.ARCHIVED),
        smallShare,
        REPLICAS,
        dataGb);
  }

  /** Bytes of a class on all media at the end of a load; a medium without any is left out. */
  private double stored(StudyCase study, ReportedFileClass files) {
    return STORED_ON.stream()
        .mapToDouble(type -> median(study, files.label() + type + "Bytes"))
        .filter(bytes -> !Double.isNaN(bytes))
        .sum();
  }

  /** All mixes of the study whose media were measured alone, with their measurements. */
  public List<Prediction> all(double smallShare) {
    List<Prediction> predictions = new ArrayList<>();
    for (StudyCase study : StudyCase.values()) {
      boolean is1T = study.records() == StudyCase.C1T_HDD.records();
      Map<StudyMedium, Alone> alone = is1T ? alone() : alone(ALONE_50G);
      MixPredictor predictor = new MixPredictor(alone, shares(smallShare));
      Mix mix = Mix.of(study);
      if (alone.keySet().containsAll(mix.volumes().keySet()) && !isMeasuredAlone(mix, alone)) {
        predictions.add(
            new Prediction(
                study,
                predictor.burstOpsPerSec(mix),
                predictor.sustainedOpsPerSec(mix),
                median(study, "opsPerSec")));
      }
    }
    return predictions;
  }

  private static boolean isMeasuredAlone(Mix mix, Map<StudyMedium, Alone> alone) {
    Alone only = alone.get(mix.wal());
    return mix.isAlone()
        && only != null
        && mix.volumes().getOrDefault(mix.wal(), 0) == only.volumes();
  }

  private double median(StudyCase study, String metric) {
    return Medians.of(
        rows.stream()
            .filter(row -> row.name().equals(study.caseName()))
            .filter(row -> row.metrics().containsKey(metric))
            .map(row -> row.metrics().getOrDefault(metric, Double.NaN))
            .toList());
  }
}
