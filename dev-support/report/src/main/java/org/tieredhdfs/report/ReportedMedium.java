package org.tieredhdfs.report;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The medium of a storage type's volumes, and how closely they followed its model.
 *
 * @param storageType the storage type
 * @param medium what they behaved like: hdd, ssd, nvme, ram; or tmpfs, at the speed of memory
 * @param factor how many times slower than that they were made; 1 for tmpfs, which is not scaled
 * @param calibration what was measured on such a device before the run; may be empty
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ReportedMedium(
    String storageType, String medium, double factor, List<MediumFigure> calibration) {

  public ReportedMedium {
    Names.check("storageType", storageType);
    Names.check("medium", medium);
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException("factor: '" + factor + "' is not above 0");
    }
    calibration = calibration == null ? List.of() : List.copyOf(calibration);
  }

  /**
   * One load on a device.
   *
   * @param load what was asked of it
   * @param depth how many requests at a time
   * @param modelPerSec requests a second by its model and factor
   * @param measuredPerSec requests a second that it answered
   */
  public record MediumFigure(String load, int depth, double modelPerSec, double measuredPerSec) {
    public MediumFigure {
      Names.check("load", load);
      Names.checkFinite("modelPerSec", modelPerSec);
      Names.checkFinite("measuredPerSec", measuredPerSec);
    }

    /** By how much it was faster than its model, as a share; below 0 if it was slower. */
    public double deviation() {
      return measuredPerSec / modelPerSec - 1;
    }
  }
}
