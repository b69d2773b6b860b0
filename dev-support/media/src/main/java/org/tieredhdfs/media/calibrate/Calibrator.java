package org.tieredhdfs.media.calibrate;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.media.device.Overhead;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.media.server.MediaControl;

/** Measures devices against their models. Needs root and Linux; not thread-safe. */
public final class Calibrator {
  private static final List<Integer> DEPTHS = List.of(1, 32);
  private static final List<IoLoad> LOADS =
      List.of(
          IoLoad.RANDOM_READ, IoLoad.RANDOM_WRITE, IoLoad.SEQUENTIAL_READ, IoLoad.SEQUENTIAL_WRITE);
  private static final long SMALL_BYTES = 64 << 20;
  private static final Duration WARM_UP = Duration.ofSeconds(1);
  private static final Duration ROUND_TRIPS = Duration.ofSeconds(2);
  private static final double MILLISECOND_FACTOR = 200;

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
    Overhead overhead = overhead();
    List<Calibration.Figure> figures = new ArrayList<>();
    try (MeasuredDevice device =
        new MeasuredDevice(server, dir, model, sizeBytes, factor, overhead)) {
      for (IoLoad load : LOADS) {
        for (int depth : DEPTHS) {
          if (isWhole || figures.stream().allMatch(Calibration.Figure::holds)) {
            figures.add(device.measure(load, depth, duration, 1));
          }
        }
      }
    }
    return new Calibration(model, factor, overhead, figures);
  }

  /**
   * The round trip to a device on this machine: reads one at a time from a medium that takes about
   * a millisecond, so that all who take part wake up from a sleep as they do with slow media; takes
   * 6 s.
   */
  private Overhead overhead() throws IOException, InterruptedException {
    try (MeasuredDevice device =
        new MeasuredDevice(
            server, dir, MediumModel.RAM, SMALL_BYTES, MILLISECOND_FACTOR, Overhead.NONE)) {
      return Overhead.of(
          overheadNs(device, IoLoad.RANDOM_READ),
          IoLoad.RANDOM_READ.blockBytes(),
          overheadNs(device, IoLoad.SEQUENTIAL_READ),
          IoLoad.SEQUENTIAL_READ.blockBytes());
    }
  }

  private static double overheadNs(MeasuredDevice device, IoLoad load)
      throws IOException, InterruptedException {
    Calibration.Figure unused = device.measure(load, 1, WARM_UP, 1);
    Calibration.Figure figure = device.measure(load, 1, ROUND_TRIPS, 2);
    return Math.max(0, 1e9 / figure.measuredPerSec() - 1e9 / figure.wantedPerSec());
  }
}
