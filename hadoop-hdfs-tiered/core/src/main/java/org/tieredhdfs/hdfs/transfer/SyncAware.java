package org.tieredhdfs.hdfs.transfer;

/** A replica being written that knows whether a client may rely on a sync of some of it. */
public interface SyncAware {

  /** Whether a sync of some of it may have been acknowledged. */
  boolean isPromised();
}
