package org.tieredhdfs.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.media.calibrate.Calibration;
import org.tieredhdfs.media.calibrate.Calibrator;
import org.tieredhdfs.media.device.Overhead;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.media.volume.MediaFolder;
import org.tieredhdfs.report.ReportedMedium;
import org.tieredhdfs.report.ReportedMedium.MediumFigure;

/**
 * The emulated media of a benchmark: held against their models before it, and told in its report.
 */
public final class BenchMedia {
  private static final long SIZE_BYTES = 1L << 30;

  private final Map<String, MediaProfile> profiles;
  private final double factor;

  /**
   * @param profiles by storage type
   * @param factor by which all devices are slower than their models
   */
  public BenchMedia(Map<String, MediaProfile> profiles, double factor) {
    this.profiles = new TreeMap<>(profiles);
    this.factor = factor;
  }

  /**
   * Measures devices of these kinds, unless the plan excludes it, and describes them. A figure that
   * does not hold is shown in the report, and does not fail the run.
   *
   * @param described takes each kind
   * @return the pace for the clusters of the experiment
   */
  public MediaPace measure(BenchPlan plan, Consumer<ReportedMedium> described, Progress progress)
      throws IOException, InterruptedException {
    Map<String, Calibration> calibrations = new LinkedHashMap<>();
    boolean hasDevices = profiles.values().stream().anyMatch(profile -> profile.model() != null);
    if (plan.calibrateSeconds() > 0 && hasDevices) {
      try (MediaFolder folder = MediaFolder.open(Path.of(System.getProperty("java.io.tmpdir")))) {
        Calibrator calibrator =
            new Calibrator(
                folder.server().control(),
                folder.dir(),
                SIZE_BYTES,
                Duration.ofSeconds(plan.calibrateSeconds()));
        for (Map.Entry<String, MediaProfile> profile : profiles.entrySet()) {
          MediumModel model = profile.getValue().model();
          if (model != null) {
            progress.waitingFor(List.of("calibration of " + profile.getKey()));
            calibrations.put(
                profile.getKey(),
                calibrator.calibrate(model, factor * profile.getValue().slowness(), true));
          }
        }
      }
    }
    profiles.forEach(
        (type, profile) -> described.accept(medium(type, profile, calibrations.get(type))));
    Overhead overhead =
        calibrations.values().stream().map(Calibration::overhead).findFirst().orElse(Overhead.NONE);
    return new MediaPace(factor, overhead);
  }

  private ReportedMedium medium(
      String type, MediaProfile profile, @Nullable Calibration calibration) {
    MediumModel model = profile.model();
    return model == null
        ? new ReportedMedium(type, "tmpfs", 1, List.of())
        : new ReportedMedium(
            type,
            model.label(),
            factor * profile.slowness(),
            calibration == null ? List.of() : figures(calibration));
  }

  private static List<MediumFigure> figures(Calibration calibration) {
    return calibration.figures().stream()
        .map(
            figure ->
                new MediumFigure(
                    figure.load(), figure.depth(), figure.wantedPerSec(), figure.measuredPerSec()))
        .toList();
  }
}
