package org.tieredhdfs.bench.predict;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.bench.experiment.RowMedians;
import org.tieredhdfs.bench.predict.MixPredictor.Alone;
import org.tieredhdfs.bench.predict.MixPredictor.Prediction;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportedFileClass;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyMedium;

/** Predicts the mixes of a report of {@code bench ycsb} from its single media. */
public final class ReportPredictions {
  private static final int REPLICAS = 3;
  private static final String OPS = "opsPerSec";

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
      Map.of(StudyMedium.SSD, StudyCase.C1T_SSD, StudyMedium.HDD, StudyCase.C1T_HDD);

  private final List<BenchmarkCase> rows;
  private final Side side;

  /** The load whose bytes are those of each class: all on hard disks, or else on SSD. */
  private final StudyCase bytesOf;

  public ReportPredictions(Report report, Side side) {
    rows = report.cases();
    this.side = side;
    bytesOf = Double.isNaN(median(StudyCase.C1T_HDD, OPS)) ? StudyCase.C1T_SSD : StudyCase.C1T_HDD;
  }

  /**
   * Each medium as it was measured alone with 1 TB; those that were not are left out. The study has
   * no memory for 1 TB: it counts as faster than SSDs by what it is with 50 GB, if that is known.
   */
  public Map<StudyMedium, Alone> alone() {
    Map<StudyMedium, Alone> alone = alone(ALONE_1T);
    Alone ram = alone(ALONE_50G).get(StudyMedium.RAM);
    if (ram != null) {
      double growth = median(StudyCase.C1T_SSD, OPS) / median(StudyCase.C50G_SSD, OPS);
      double factor = Double.isNaN(growth) ? 1 : growth;
      alone.put(StudyMedium.RAM, new Alone(ram.opsPerSec() * factor, ram.volumes()));
    }
    return alone;
  }

  private Map<StudyMedium, Alone> alone(Map<StudyMedium, StudyCase> cases) {
    Map<StudyMedium, Alone> alone = new EnumMap<>(StudyMedium.class);
    cases.forEach(
        (medium, study) -> {
          double opsPerSec = median(study, OPS);
          if (!Double.isNaN(opsPerSec)) {
            alone.put(medium, new Alone(opsPerSec, study.volumes().getOrDefault(medium, 1)));
          }
        });
    return alone;
  }

  /**
   * Of all bytes that a load writes, the part of each class: an edit is written to a log once, and
   * flushed once.
   *
   * @param smallShare of compacted bytes that are in small files, 0 to 1
   * @throws IllegalArgumentException if the report does not say
   */
  public Map<HeatClass, Double> shares(double smallShare) {
    double flushed = median(bytesOf, "flushedOutputBytes");
    double compacted = median(bytesOf, "compactedOutputBytes");
    double all = 2 * flushed + compacted;
    if (!(all > 0)) {
      throw new IllegalArgumentException(
          "the report does not say how many bytes were flushed and compacted");
    }
    return byClass(1 / all, flushed, flushed, compacted, 0, smallShare);
  }

  /**
   * The space of each class at a time, in GB on all nodes, all replicas, for another amount of
   * data. All classes grow with it. Of logs there is as much as one flush of each region of the
   * study: with all edits flushed, a log is deleted.
   *
   * @param smallShare of compacted bytes that are in small files, 0 to 1
   * @param dataGb of the table's files, flushed and compacted, in one replica
   * @throws IllegalArgumentException if the report does not say
   */
  public Map<HeatClass, Double> footprintsGb(double smallShare, double dataGb) {
    double flushed = stored(ReportedFileClass.FLUSHED);
    double compacted = stored(ReportedFileClass.COMPACTED);
    double table = flushed + compacted;
    if (!(table > 0)) {
      throw new IllegalArgumentException(
          "the report does not say how many bytes of flushed and compacted files were stored");
    }
    return byClass(
        dataGb * REPLICAS / table,
        LOG_SHARE * table,
        flushed,
        compacted,
        stored(ReportedFileClass.ARCHIVED),
        smallShare);
  }

  private static Map<HeatClass, Double> byClass(
      double unit,
      double wal,
      double flushed,
      double compacted,
      double archived,
      double smallShare) {
    Map<HeatClass, Double> byClass = new EnumMap<>(HeatClass.class);
    byClass.put(HeatClass.WAL, wal * unit);
    byClass.put(HeatClass.FLUSHED, flushed * unit);
    byClass.put(HeatClass.COMPACTED_SMALL, compacted * smallShare * unit);
    byClass.put(HeatClass.COMPACTED, compacted * (1 - smallShare) * unit);
    byClass.put(HeatClass.ARCHIVED, archived * unit);
    return byClass;
  }

  /** Bytes of a class on all media at the end of a load; a medium without any is left out. */
  private double stored(ReportedFileClass files) {
    return STORED_ON.stream()
        .mapToDouble(type -> median(bytesOf, files.label() + type + "Bytes"))
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
      Map<StudyMedium, Integer> volumes = study.volumes();
      Alone only = alone.get(study.wal());
      boolean isMeasuredAlone =
          volumes.size() == 1 && only != null && volumes.containsValue(only.volumes());
      if (alone.keySet().containsAll(volumes.keySet()) && !isMeasuredAlone) {
        predictions.add(predictor.predict(study, median(study, OPS)));
      }
    }
    return predictions;
  }

  private double median(StudyCase study, String metric) {
    return RowMedians.of(rows, study.caseName(), side, metric);
  }
}
