package org.tieredhdfs.bench.study.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tieredhdfs.bench.predict.ClassFootprints;
import org.tieredhdfs.bench.predict.GbCurve;
import org.tieredhdfs.bench.predict.HeatClass;
import org.tieredhdfs.bench.predict.MixPredictor;
import org.tieredhdfs.bench.predict.ReportPredictions;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.report.plot.LinePlot;
import org.tieredhdfs.ycsb.study.StudyMedium;

/** The predicted throughput by GB of memory and of SSDs that are added to hard disks. */
final class GbPlot {
  static final int DATA_GB = 1_000;

  private static final double SMALL_SHARE = 0.5;
  private static final int STEPS = 500;

  private final Report report;

  GbPlot(Report report) {
    this.report = report;
  }

  /** The plot; empty unless memory, SSDs and hard disks were each measured alone. */
  Optional<LinePlot> plot() {
    ReportPredictions measured = new ReportPredictions(report, Side.OURS);
    if (!measured.alone().keySet().containsAll(List.of(StudyMedium.values()))) {
      return Optional.empty();
    }
    ClassFootprints footprints;
    MixPredictor predictor;
    try {
      footprints = measured.footprints(SMALL_SHARE, DATA_GB);
      predictor = new MixPredictor(measured.alone(), measured.shares(SMALL_SHARE));
    } catch (IllegalArgumentException e) {
      // a report without the bytes of each class
      return Optional.empty();
    }
    GbCurve curve = new GbCurve(predictor, footprints, 0, 0);
    List<LinePlot.Band> bands = bands(footprints);
    double endGb = bands.get(bands.size() - 1).to();
    return Optional.of(
        new LinePlot(
            "Predicted throughput of a load with 1,000 GB of table files on hard disks",
            "GB of memory, or of SSDs, on all nodes",
            "operations a second",
            bands,
            List.of(
                line("memory added", curve, StudyMedium.RAM, endGb),
                line("SSDs added", curve, StudyMedium.SSD, endGb))));
  }

  /** A class each, but the archive, which the load does not write. */
  private static List<LinePlot.Band> bands(ClassFootprints footprints) {
    List<LinePlot.Band> bands = new ArrayList<>();
    double gb = 0;
    for (HeatClass heat : HeatClass.values()) {
      if (heat != HeatClass.ARCHIVED) {
        gb += footprints.gb(heat);
        bands.add(new LinePlot.Band(heat.label(), gb));
      }
    }
    return bands;
  }

  private static LinePlot.Line line(String name, GbCurve curve, StudyMedium medium, double endGb) {
    List<LinePlot.Point> points = new ArrayList<>();
    for (int i = 0; i <= STEPS; i++) {
      double gb = endGb * i / STEPS;
      points.add(new LinePlot.Point(gb, curve.opsPerSec(medium, gb)));
    }
    return new LinePlot.Line(name, points);
  }
}
