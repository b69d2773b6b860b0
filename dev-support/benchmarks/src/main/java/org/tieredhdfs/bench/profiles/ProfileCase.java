package org.tieredhdfs.bench.profiles;

import java.io.IOException;
import java.util.Map;

/** Something that is measured on a DataNode. */
interface ProfileCase {
  String name();

  /** Whether it is measured with Hadoop's values, too, and compared. */
  boolean isCompared();

  /** Makes what it reads. */
  void prepare(ProfilesCluster cluster) throws IOException;

  /**
   * Measures it once.
   *
   * @param values on whose DataNode
   * @param seed of what is left to chance
   */
  Map<String, Double> measure(ProfilesCluster cluster, ProfileValues values, int seed)
      throws IOException, InterruptedException;
}
