package org.tieredhdfs.bench.mover;

import java.io.IOException;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** One of the compared movers. */
interface Mover extends AutoCloseable {

  /** Begins with all files of a directory; does not wait. */
  void begin(Path directory) throws IOException;

  /** Waits until it has done what it does behind the last file, so that another may begin. */
  void end() throws IOException, InterruptedException;

  /** How long it took to start what only starts for a move, in seconds; 0 if nothing does. */
  default double startSec() {
    return 0;
  }

  @Override
  void close() throws IOException, ClusterException;
}
