package org.tieredhdfs.bench.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.predict.MixPredictor.Alone;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.ReportBuilder;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyMedium;

class GbCurveTest {
  /** 30 GB of logs, 10 flushed, 10 and 30 compacted, 60 in the archive. */
  private static final Map<HeatClass, Double> FOOTPRINTS =
      Map.of(
          HeatClass.WAL, 30.0,
          HeatClass.FLUSHED, 10.0,
          HeatClass.COMPACTED_SMALL, 10.0,
          HeatClass.COMPACTED, 30.0,
          HeatClass.ARCHIVED, 60.0);

  /** 10 ms in memory, 10 more on SSDs, 40 more on hard disks. */
  private static final MixPredictor PREDICTOR =
      new MixPredictor(
          Map.of(
              StudyMedium.RAM, new Alone(100, 1),
              StudyMedium.SSD, new Alone(50, 8),
              StudyMedium.HDD, new Alone(20, 8)),
          MixPredictorTest.shares());

  private static GbCurve curve(double ramGb, double ssdGb) {
    return new GbCurve(PREDICTOR, FOOTPRINTS, ramGb, ssdGb);
  }

  @Test
  void theHottestClassesGetTheFastestMediaAndDisksTheRest() {
    HeatPlacement placement = curve(35, 20).placement();
    assertThat(placement.gb(HeatClass.WAL, StudyMedium.RAM)).isCloseTo(30, within(1e-9));
    assertThat(placement.gb(HeatClass.FLUSHED, StudyMedium.RAM)).isCloseTo(5, within(1e-9));
    assertThat(placement.gb(HeatClass.FLUSHED, StudyMedium.SSD)).isCloseTo(5, within(1e-9));
    assertThat(placement.gb(HeatClass.COMPACTED_SMALL, StudyMedium.SSD))
        .isCloseTo(10, within(1e-9));
    assertThat(placement.gb(HeatClass.COMPACTED, StudyMedium.SSD)).isCloseTo(5, within(1e-9));
    assertThat(placement.gb(HeatClass.COMPACTED, StudyMedium.HDD)).isCloseTo(25, within(1e-9));
    assertThat(placement.gb(HeatClass.ARCHIVED, StudyMedium.HDD)).isCloseTo(60, within(1e-9));
  }

  @Test
  void whatDoesNotWaitForDisksAnyMoreIsFasterByItsShareOfTheBytes() {
    assertThat(curve(0, 0).opsPerSec()).isCloseTo(20, within(1e-9));
    // the log, three tenths of what is written, and half of the flushed files in memory
    assertThat(1 / curve(35, 0).opsPerSec()).isCloseTo(0.010 + 0.55 * 0.040, within(1e-12));
    // the log in memory, flushed files on SSD
    assertThat(1 / curve(30, 10).opsPerSec())
        .isCloseTo(0.010 + 0.3 * 0.010 + 0.4 * 0.040, within(1e-12));
    assertThat(curve(140, 0).opsPerSec()).isCloseTo(100, within(1e-9));
    assertThat(curve(0, 140).opsPerSec()).isCloseTo(50, within(1e-9));
  }

  @Test
  void theArchiveIsNotWrittenByTheLoadSoMoreForItBuysNothing() {
    assertThat(curve(80, 0).nextGbOpsPerSec(StudyMedium.RAM)).isCloseTo(0, within(1e-9));
    assertThat(curve(79, 0).nextGbOpsPerSec(StudyMedium.RAM)).isPositive();
    assertThat(curve(0, 0).nextGbOpsPerSec(StudyMedium.RAM))
        .isGreaterThan(curve(0, 0).nextGbOpsPerSec(StudyMedium.SSD));
  }

  @Test
  void aCurveGoesFromNothingToAllButTheArchiveInStepsOfWholeGb() {
    List<GbCurve.Point> points = curve(0, 0).points(StudyMedium.SSD, 20);
    assertThat(points.get(0).gb()).isZero();
    assertThat(points.get(1).gb()).isEqualTo(4);
    assertThat(points.get(points.size() - 1).gb()).isEqualTo(80);
    assertThat(points)
        .extracting(GbCurve.Point::opsPerSec)
        .isSorted()
        .first()
        .satisfies(first -> assertThat(first).isCloseTo(20, within(1e-9)));
    assertThat(curve(0, 0).points(StudyMedium.SSD, 1_000)).hasSize(81);
    assertThatThrownBy(() -> curve(0, 0).points(StudyMedium.HDD, 20))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aClassWithoutFilesIsAsFastAsIfItFitted() {
    Map<HeatClass, Double> withoutLogs = new HashMap<>(FOOTPRINTS);
    withoutLogs.remove(HeatClass.WAL);
    assertThat(1 / new GbCurve(PREDICTOR, withoutLogs, 0, 0).opsPerSec())
        .isCloseTo(0.010 + 0.7 * 0.040, within(1e-12));
  }

  @Test
  void sizesComeFromWhatWasStoredOnAllMediaOfTheReport() {
    // 300 GB of table files in three replicas, for 100 bytes in the report
    // logs: 210 flushes of 128 MB for 1 TB
    assertThat(footprintGb(HeatClass.WAL)).isCloseTo(8.456, within(0.001));
    assertThat(footprintGb(HeatClass.FLUSHED)).isCloseTo(60, within(1e-9));
    assertThat(footprintGb(HeatClass.COMPACTED)).isCloseTo(120, within(1e-9));
    assertThat(footprintGb(HeatClass.ARCHIVED)).isCloseTo(600, within(1e-9));
  }

  @Test
  void withoutTableFilesInTheReportThereAreNoSizes() {
    ReportPredictions measured =
        new ReportPredictions(new ReportBuilder("ycsb").build(), Side.OURS);
    assertThatThrownBy(() -> measured.footprintsGb(0.25, 50))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static double footprintGb(HeatClass heat) {
    Map<String, Double> metrics =
        Map.of(
            "opsPerSec", 20.0,
            "walDiskBytes", 60.0,
            "flushedDiskBytes", 15.0,
            "flushedSsdBytes", 5.0,
            "compactedDiskBytes", 80.0,
            "archivedDiskBytes", 200.0);
    ReportBuilder report = new ReportBuilder("ycsb");
    report.add(new BenchmarkCase("1T_HDD", Side.OURS, 1, metrics));
    return new ReportPredictions(report.build(), Side.OURS)
        .footprintsGb(0.5, 100)
        .getOrDefault(heat, Double.NaN);
  }
}
