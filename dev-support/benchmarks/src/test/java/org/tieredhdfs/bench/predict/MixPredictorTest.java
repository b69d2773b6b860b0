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
import org.tieredhdfs.ycsb.study.StudyCase;
import org.tieredhdfs.ycsb.study.StudyMedium;

class MixPredictorTest {
  private static final Map<HeatClass, Double> SHARES = shares();
  private static final Map<StudyMedium, Alone> ALONE =
      Map.of(
          StudyMedium.RAM, new Alone(100, 1),
          StudyMedium.SSD, new Alone(50, 8),
          StudyMedium.HDD, new Alone(20, 8));

  private final MixPredictor predictor = new MixPredictor(ALONE, SHARES);

  @Test
  void aMediumAloneIsWhatWasMeasured() {
    assertThat(predictor.predict(StudyCase.C50G_RAM, Double.NaN).sustainedOpsPerSec())
        .isCloseTo(100, within(1e-9));
    assertThat(predictor.predict(StudyCase.C1T_SSD, Double.NaN).sustainedOpsPerSec())
        .isCloseTo(50, within(1e-9));
    assertThat(predictor.predict(StudyCase.C1T_HDD, Double.NaN).sustainedOpsPerSec())
        .isCloseTo(20, within(1e-9));
  }

  @Test
  void aClassThatMovesToMemoryWaitsNoMore() {
    // 10 ms in memory, and 40 more on disks, of which the log, three tenths, are gone
    assertThat(1 / predictor.predict(StudyCase.C1T_RAM_HDD, Double.NaN).sustainedOpsPerSec())
        .isCloseTo(0.010 + 0.7 * 0.040, within(1e-12));
  }

  @Test
  void aBurstWaitsForCompactionsOnlyWhereTheLogIs() {
    assertThat(predictor.predict(StudyCase.C1T_HDD, Double.NaN).burstOpsPerSec())
        .isCloseTo(20, within(1e-9));
    // flushes, three tenths of what is written, wait for disks
    assertThat(1 / predictor.predict(StudyCase.C1T_RAM_HDD, Double.NaN).burstOpsPerSec())
        .isCloseTo(0.010 + 0.3 * 0.040, within(1e-12));
    // half of the SSDs: for logs, flushes and a quarter of what is compacted; nothing for disks
    assertThat(1 / predictor.predict(StudyCase.C1T_SSD_HDD, Double.NaN).burstOpsPerSec())
        .isCloseTo(0.010 + 0.7 * 0.010 * 2, within(1e-12));
    assertThat(1 / predictor.predict(StudyCase.C1T_SSD_ALL_HDD, Double.NaN).burstOpsPerSec())
        .isCloseTo(0.010 + 0.6 * 0.010 * 2, within(1e-12));
  }

  @Test
  void memoryIsAsMuchFasterThanSsdsAsWithLessData() {
    ReportBuilder report = new ReportBuilder("ycsb");
    report.add(row("50G_RAM", 60));
    report.add(row("50G_SSD", 50));
    report.add(row("1T_SSD", 100));
    ReportPredictions measured = new ReportPredictions(report.build(), Side.OURS);

    assertThat(measured.alone())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                StudyMedium.RAM, new Alone(120, 1),
                StudyMedium.SSD, new Alone(100, 8)));
    // a mix of 50 GB is predicted from what was measured with 50 GB
    assertThat(measured.all(0.25).get(0).study()).isEqualTo(StudyCase.C50G_SSD_4);
    assertThat(1 / measured.all(0.25).get(0).burstOpsPerSec())
        .isCloseTo(1 / 60.0 + 2 * (1 / 50.0 - 1 / 60.0), within(1e-12));
  }

  @Test
  void halfOfTheVolumesWaitTwiceAsLong() {
    // logs, flushed and a quarter of compacted files on 4 SSDs in place of 8, the rest on 4 disks
    assertThat(1 / predictor.predict(StudyCase.C1T_SSD_HDD, Double.NaN).sustainedOpsPerSec())
        .isCloseTo(0.010 + 0.7 * 0.010 * 2 + 0.3 * 0.040 * 2, within(1e-12));
    assertThat(1 / predictor.predict(StudyCase.C50G_SSD_4, Double.NaN).sustainedOpsPerSec())
        .isCloseTo(0.010 + 0.010 * 2, within(1e-12));
  }

  @Test
  void aMediumThatIsFasterThanMemoryIsNotWaitedFor() {
    Map<StudyMedium, Alone> alone = new HashMap<>(ALONE);
    alone.put(StudyMedium.SSD, new Alone(110, 8));
    assertThat(
            new MixPredictor(alone, SHARES)
                .predict(StudyCase.C1T_RAM_SSD, Double.NaN)
                .sustainedOpsPerSec())
        .isCloseTo(100, within(1e-9));
  }

  @Test
  void whatIsMissingIsNamed() {
    Map<StudyMedium, Alone> alone = new HashMap<>(ALONE);
    alone.remove(StudyMedium.HDD);
    assertThatThrownBy(
            () ->
                new MixPredictor(alone, SHARES)
                    .predict(StudyCase.C1T_SSD_HDD, Double.NaN)
                    .sustainedOpsPerSec())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("HDD");
    alone.remove(StudyMedium.RAM);
    assertThatThrownBy(() -> new MixPredictor(alone, SHARES))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("memory");
    ReportBuilder report = new ReportBuilder("ycsb");
    report.add(new BenchmarkCase("1T_HDD", Side.OURS, 1, Map.of("opsPerSec", 20.0)));
    assertThatThrownBy(() -> new ReportPredictions(report.build(), Side.OURS).shares(0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("flushed and compacted");
  }

  @Test
  void aReportsMixesArePredictedFromItsSingleMediaWithTheErrorOfEach() {
    ReportBuilder report = new ReportBuilder("ycsb");
    report.add(row("50G_RAM", 100));
    report.add(row("1T_HDD", 20));
    report.add(row("1T_RAM_HDD", 19));

    List<MixPredictor.Prediction> predictions =
        new ReportPredictions(report.build(), Side.OURS).all(0.25);

    // 3 replicas of flushed and compacted files, and logs as large as the first: 30, 30 and 40 of
    // 100
    assertThat(predictions).hasSize(1);
    assertThat(predictions.get(0).study()).isEqualTo(StudyCase.C1T_RAM_HDD);
    assertThat(predictions.get(0).burstOpsPerSec()).isCloseTo(1 / 0.022, within(1e-6));
    assertThat(predictions.get(0).sustainedOpsPerSec()).isCloseTo(1 / 0.038, within(1e-6));
    assertThat(predictions.get(0).errorPercent())
        .isCloseTo(100 * (1 / 0.022 / 19 - 1), within(1e-6));
  }

  private static BenchmarkCase row(String name, double opsPerSec) {
    return new BenchmarkCase(
        name,
        Side.OURS,
        1,
        Map.of(
            "opsPerSec", opsPerSec, "flushedOutputBytes", 10.0, "compactedOutputBytes", 40.0 / 3));
  }

  /** Logs, flushed files and compacted ones, a quarter of which are small. */
  static Map<HeatClass, Double> shares() {
    return Map.of(
        HeatClass.WAL, 0.3,
        HeatClass.FLUSHED, 0.3,
        HeatClass.COMPACTED_SMALL, 0.1,
        HeatClass.COMPACTED, 0.3);
  }
}
