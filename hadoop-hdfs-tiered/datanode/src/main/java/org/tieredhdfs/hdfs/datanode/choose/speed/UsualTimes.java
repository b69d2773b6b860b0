package org.tieredhdfs.hdfs.datanode.choose.speed;

import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/**
 * The usual times for the work of each class at one moment: the median over all volumes of a type,
 * or over all but one, which is compared with them.
 *
 * <p>The times of a class are put in order once for all comparisons. Used by one thread.
 */
final class UsualTimes {
  private static final int CLASSES = VolumeTraffic.CLASSES;

  /** By volume: the time for the work of each class, NaN if unknown. */
  private final IdentityHashMap<ServiceTimes, double[]> means = new IdentityHashMap<>();

  /** By class: the known ones of them, in order. */
  private final double[][] inOrder = new double[CLASSES][];

  UsualTimes(List<ServiceTimes> volumes) {
    volumes.forEach(volume -> means.put(volume, volume.secPerWork()));
    double[] known = new double[means.size()];
    for (int i = 0; i < CLASSES; i++) {
      int count = 0;
      for (double[] mean : means.values()) {
        if (!Double.isNaN(mean[i])) {
          known[count++] = mean[i];
        }
      }
      inOrder[i] = Arrays.copyOf(known, count);
      Arrays.sort(inOrder[i]);
    }
  }

  /** Over all volumes; NaN if unknown. */
  double[] sec() {
    double[] usual = new double[CLASSES];
    Arrays.setAll(usual, i -> median(inOrder[i], inOrder[i].length));
    return usual;
  }

  /** Over all volumes but one, which may be none of them; NaN if unknown. */
  double[] secWithout(ServiceTimes volume) {
    double[] mean = means.get(volume);
    if (mean == null) {
      return sec();
    }
    double[] usual = new double[CLASSES];
    Arrays.setAll(
        usual,
        i ->
            median(
                inOrder[i],
                Double.isNaN(mean[i])
                    ? inOrder[i].length
                    : Arrays.binarySearch(inOrder[i], mean[i])));
    return usual;
  }

  /**
   * The median without the value in one place; NaN if there is none.
   *
   * @param out of values in order; their number if all of them are in
   */
  static double median(double[] values, int out) {
    int count = out < values.length ? values.length - 1 : values.length;
    if (count == 0) {
      return Double.NaN;
    }
    double upper = in(values, out, count / 2);
    return count % 2 == 1 ? upper : (in(values, out, count / 2 - 1) + upper) / 2;
  }

  private static double in(double[] values, int out, int place) {
    return values[place < out ? place : place + 1];
  }
}
