package org.tieredhdfs.ycsb.run;

/** Hears how far a run is, about once a second, on a thread of the run. */
@FunctionalInterface
public interface ProgressListener {

  /** Hears nothing. */
  ProgressListener NONE = (doneOps, totalOps, opsPerSec) -> {};

  /**
   * @param doneOps operations done so far
   * @param totalOps operations that the run is going to do
   * @param opsPerSec the rate since the last call
   */
  void progressed(long doneOps, long totalOps, double opsPerSec);
}
