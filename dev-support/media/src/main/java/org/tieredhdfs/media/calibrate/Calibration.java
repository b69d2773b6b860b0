package org.tieredhdfs.media.calibrate;

import java.util.List;
import org.tieredhdfs.media.device.Overhead;
import org.tieredhdfs.media.model.MediumModel;

/**
 * Checks whether a device takes the time that its model predicts.
 *
 * @param model what it should behave like
 * @param factor by which it should be slower
 * @param overhead of this machine, which was taken off
 * @param figures one for each load and depth
 */
public record Calibration(
    MediumModel model, double factor, Overhead overhead, List<Figure> figures) {
  /** How far a figure may be from its model. */
  public static final double TOLERANCE = 0.10;

  public Calibration {
    figures = List.copyOf(figures);
  }

  /**
   * One load at one depth.
   *
   * @param load for people to read
   * @param depth how many requests were under way at a time
   * @param blockBytes of each request
   * @param wantedPerSec requests a second of the model at its factor
   * @param measuredPerSec of the device
   */
  public record Figure(
      String load, int depth, int blockBytes, double wantedPerSec, double measuredPerSec) {
    /** By how much the device is faster than its model, as a share; below 0 if it is slower. */
    public double deviation() {
      return measuredPerSec / wantedPerSec - 1;
    }

    public boolean holds() {
      return Math.abs(deviation()) <= TOLERANCE;
    }
  }

  /** Whether all figures are within {@link #TOLERANCE}. */
  public boolean holds() {
    return figures.stream().allMatch(Figure::holds);
  }
}
