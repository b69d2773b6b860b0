package org.tieredhdfs.bench;

import org.tieredhdfs.localcluster.spec.OptionRange;

/**
 * What the volumes benchmark writes, and to what.
 *
 * @param writers threads that write
 * @param mediaFactor by which the fast volumes are slower than hard disks; the slow ones are twice
 *     as slow
 * @param blockBytes size of each file
 */
public record VolumesLoad(int writers, double mediaFactor, int blockBytes) {
  private static final int MAX_WRITERS = 256;

  /** Files of 8 MB. */
  public VolumesLoad(int writers, double mediaFactor) {
    this(writers, mediaFactor, 8 << 20);
  }

  public VolumesLoad {
    OptionRange.require("--writers", writers, MAX_WRITERS);
  }
}
