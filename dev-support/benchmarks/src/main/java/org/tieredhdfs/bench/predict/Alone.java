package org.tieredhdfs.bench.predict;

/**
 * The measurement with all files on one medium.
 *
 * @param opsPerSec operations a second
 * @param volumes of the medium on each DataNode
 */
public record Alone(double opsPerSec, int volumes) {
  public Alone {
    if (!(opsPerSec > 0) || Double.isInfinite(opsPerSec) || volumes < 1) {
      throw new IllegalArgumentException(
          "a medium alone: '"
              + opsPerSec
              + " operations a second on "
              + volumes
              + " volumes' is not allowed; both have to be above 0");
    }
  }
}
