package org.tieredhdfs.mover.work;

import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.transfer.Owner;

/** The owner of the work on a file, which receives its result. */
public interface FileWatcher {

  /** In whose name transfers are queued, so that they can be taken out together. */
  Owner owner();

  /** Whether the work is to be brought to an end. */
  boolean isCancelled();

  /** Told as replicas have found their place, with what is new. */
  void moved(long replicas, long bytes);

  /** Told once, when the work on the file has ended. It must not block. */
  void ended(FileResult result);
}
