package org.tieredhdfs.hdfs.transfer;

/** The DataNodes with which the client of a write goes on if this one is cut off. */
public enum OtherNodes {
  /** None that the request shows. */
  NONE,
  /** The others of the pipeline. */
  IN_PIPELINE,
  /** Those that the client writes to over connections of its own. */
  FANNED_OUT
}
