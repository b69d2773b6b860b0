package org.tieredhdfs.media.calibrate;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.media.device.Overhead;
import org.tieredhdfs.media.model.Controller;
import org.tieredhdfs.media.model.Medium;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.media.server.MediaControl;

/** Measures devices against their models. Needs root and Linux; not thread-safe. */
public final class Calibrator {
  private static final List<Integer> DEPTHS = List.of(1, 32);

  private final MediaControl server;
  private final Path dir;
  private final long sizeBytes;
  private final Duration duration;

  /**
   * @param server that shall serve the devices
   * @param dir where they are kept meanwhile
   * @param sizeBytes of each
   * @param duration of each figure
   */
  public Calibrator(MediaControl server, Path dir, long sizeBytes, Duration duration) {
    this.server = server;
    this.dir = dir;
    this.sizeBytes = sizeBytes;
    this.duration = duration;
  }

  /**
   * Measures a device of this model that is {@code factor} times as slow.
   *
   * @param factor above 0
   * @param isWhole whether to go on behind the first figure that does not hold
   */
  public Calibration calibrate(MediumModel model, double factor, boolean isWhole)
      throws IOException, InterruptedException {
    Overhead overhead = OverheadMeasurement.run(server, dir);
    List<Calibration.Figure> figures = new ArrayList<>();
    try (AttachedDevice device =
        new AttachedDevice(server, dir, model, sizeBytes, factor, overhead)) {
      for (IoLoad load : IoLoad.values()) {
        for (int depth : DEPTHS) {
          if (isWhole || figures.stream().allMatch(Calibration.Figure::holds)) {
            figures.add(measure(device, model, factor, load, depth));
          }
        }
      }
    }
    return new Calibration(model, factor, overhead, figures);
  }

  private Calibration.Figure measure(
      AttachedDevice device, MediumModel model, double factor, IoLoad load, int depth)
      throws IOException, InterruptedException {
    Medium medium = model.newMedium(sizeBytes, Controller.unlimited(), 1);
    DeviceLoad.Answers measured = device.load().measure(load, depth, duration, 1);
    double wanted =
        SimulatedLoad.perSecond(medium, load, depth, sizeBytes, factor, measured.requests());
    return new Calibration.Figure(
        load.label(), depth, load.blockBytes(), wanted, measured.perSecond());
  }
}
