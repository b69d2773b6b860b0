package org.tieredhdfs.verify.parity;

import java.io.IOException;
import java.util.List;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** What is played for a seed, and the clusters of both sides. Each side has its own thread. */
public interface Stage extends AutoCloseable {
  /** What is the same for all rows of a file. */
  String subject();

  /** The schedule of a seed, for people. */
  List<String> lines(long seed);

  /**
   * Plays a seed on the cluster of a side, which is started if it does not run.
   *
   * @param play a number that no other play has
   */
  PlayResult play(ParitySide side, long seed, int play)
      throws IOException, ClusterException, InterruptedException;

  /** Ends the clusters; the next play starts others. */
  @Override
  void close() throws IOException, ClusterException;
}
