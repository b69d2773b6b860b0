package org.tieredhdfs.media.calibrate;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import org.tieredhdfs.media.device.Overhead;
import org.tieredhdfs.media.model.Controller;
import org.tieredhdfs.media.model.Medium;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.media.server.MediaControl;

/** Measures the round trip to a device on this machine. */
public final class OverheadMeasurement {
  private static final long SIZE_BYTES = 64 << 20;
  private static final Duration WARM_UP = Duration.ofSeconds(1);
  private static final Duration DURATION = Duration.ofSeconds(2);
  private static final MediumModel MODEL = MediumModel.RAM;
  private static final double FACTOR = 200;

  private OverheadMeasurement() {}

  /**
   * Reads one at a time from a medium that takes about a millisecond, so that all who take part
   * wake up from a sleep as they do with slow media; takes 6 s.
   *
   * @param dir where the device is kept meanwhile
   */
  public static Overhead run(MediaControl server, Path dir) throws IOException {
    try (AttachedDevice device =
        new AttachedDevice(server, dir, MODEL, SIZE_BYTES, FACTOR, Overhead.NONE)) {
      return Overhead.of(
          overheadNs(device, IoLoad.RANDOM_READ),
          IoLoad.RANDOM_READ.blockBytes(),
          overheadNs(device, IoLoad.SEQUENTIAL_READ),
          IoLoad.SEQUENTIAL_READ.blockBytes());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while a device was measured");
    }
  }

  private static double overheadNs(AttachedDevice device, IoLoad load)
      throws IOException, InterruptedException {
    Medium medium = MODEL.newMedium(SIZE_BYTES, Controller.unlimited(), 1);
    device.load().measure(load, 1, WARM_UP, 1);
    DeviceLoad.Answers measured = device.load().measure(load, 1, DURATION, 2);
    double wanted =
        SimulatedLoad.perSecond(medium, load, 1, SIZE_BYTES, FACTOR, measured.requests());
    return Math.max(0, 1e9 / measured.perSecond() - 1e9 / wanted);
  }
}
