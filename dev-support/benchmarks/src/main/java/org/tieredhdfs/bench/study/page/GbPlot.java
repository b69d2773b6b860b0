package org.tieredhdfs.bench.study.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
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

  private static final int STEPS = 500;

  private GbPlot() {}

  /** The plot; empty unless memory, SSDs and hard disks were each measured alone. */
  static Optional<LinePlot> of(Report report) {
    ReportPredictions measured = new ReportPredictions(report, Side.OURS);
    if (!measured.alone().keySet().containsAll(List.of(StudyMedium.values()))) {
      return Optional.empty();
    }
    GbCurve curve;
    try {
      Map<HeatClass, Double> shares = measured.shares(StudyPage.SMALL_SHARE);
      curve =
          new GbCurve(
              new MixPredictor(measured.alone(), shares),
              measured.footprintsGb(StudyPage.SMALL_SHARE, DATA_GB),
              0,
              0);
    } catch (IllegalArgumentException e) {
      // a report without the bytes of each class
      return Optional.empty();
    }
    List<LinePlot.Band> bands = new ArrayList<>();
    double gb = 0;
    for (Map.Entry<HeatClass, Double> heat : curve.footprintsGb().entrySet()) {
      // the load does not write the archive
      if (heat.getKey() != HeatClass.ARCHIVED) {
        gb += heat.getValue();
        bands.add(new LinePlot.Band(heat.getKey().label(), gb));
      }
    }
    return Optional.of(
        new LinePlot(
            "Predicted throughput of a load with 1,000 GB of table files on hard disks",
            "GB of memory, or of SSDs, on all nodes",
            "operations a second",
            bands,
            List.of(
                line("memory added", curve, StudyMedium.RAM),
                line("SSDs added", curve, StudyMedium.SSD))));
  }

  private static LinePlot.Line line(String name, GbCurve curve, StudyMedium medium) {
    return new LinePlot.Line(
        name,
        IntStream.rangeClosed(0, STEPS)
            .mapToDouble(i -> curve.usefulGb() * i / STEPS)
            .mapToObj(gb -> new LinePlot.Point(gb, curve.opsPerSec(medium, gb)))
            .toList());
  }
}
