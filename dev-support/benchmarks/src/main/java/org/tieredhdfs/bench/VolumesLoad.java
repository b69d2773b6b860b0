package org.tieredhdfs.bench;

import org.tieredhdfs.localcluster.spec.OptionRange;

/**
 * What the volumes benchmark writes, and to what.
 *
 * @param writers threads that write
 * @param fastMbPerSec bandwidth of a fast volume; a slow one has half of it
 * @param blockBytes size of each file
 */
public record VolumesLoad(int writers, int fastMbPerSec, int blockBytes) {
  private static final int MAX_WRITERS = 256;
  private static final int MAX_MB_PER_SEC = 10_000;

  /** Files of 8 MB. */
  public VolumesLoad(int writers, int fastMbPerSec) {
    this(writers, fastMbPerSec, 8 << 20);
  }

  public VolumesLoad {
    OptionRange.require("--writers", writers, MAX_WRITERS);
    OptionRange.require("--fast-mb", fastMbPerSec, MAX_MB_PER_SEC);
  }
}
