package org.tieredhdfs.bench;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Report;
import org.tieredhdfs.report.ReportBuilder;

/**
 * Measures volume choosing policies on eight volumes of one type, on stock Hadoop and on this
 * project.
 */
public final class VolumesBench {
  private final BenchPlan plan;
  private final VolumesLoad load;
  private final Progress progress;

  /**
   * @throws IllegalArgumentException if the plan names a case that there is not
   */
  public VolumesBench(BenchPlan plan, VolumesLoad load, Progress progress) {
    plan.requireCases(VolumesCase.names());
    this.plan = plan;
    this.load = load;
    this.progress = progress;
  }

  /**
   * Runs all of it.
   *
   * @throws ClusterException if a cluster does not start or writers do not end
   */
  public Report run() throws IOException, ClusterException, InterruptedException {
    ReportBuilder report = new ReportBuilder("volumes");
    VolumesVerdict verdict = new VolumesVerdict();
    MediaPace pace =
        new BenchMedia(Map.of("DISK", VolumesRun.PROFILE), load.mediaFactor())
            .measure(plan, report, progress);
    for (int repeat = 1; repeat <= plan.repeats(); repeat++) {
      for (VolumesCase one : VolumesCase.all()) {
        if (plan.includes(one.name()) && plan.sides().contains(one.side())) {
          VolumesRun run = new VolumesRun(plan, pace, one, load, progress);
          BenchmarkCase measured = run.measure(repeat);
          report.add(measured);
          verdict.add(measured, run.firstFailure());
          progress.done(
              String.format(
                  Locale.ROOT,
                  "%-44s %.1f MB/s, %.0f failed",
                  one.name() + ", " + one.side().label() + ", repeat " + repeat,
                  measured.metrics().get("mbPerSec"),
                  measured.metrics().get("failedWrites")));
        }
      }
    }
    verdict.failures().forEach(report::failure);
    return report.build();
  }
}
