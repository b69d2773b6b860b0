package org.tieredhdfs.verify.parity;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * What is played for a seed, and the clusters of both sides, which run until one does not serve any
 * more. Each side has its own thread.
 *
 * @param <C> the cluster of a side
 */
public abstract class Stage<C> implements AutoCloseable {
  private final Progress progress;
  private final Map<ParitySide, C> running = new ConcurrentHashMap<>();

  protected Stage(Progress progress) {
    this.progress = progress;
  }

  /** What is the same for all rows of a file. */
  public abstract String subject();

  /** The schedule of a seed, for people. */
  public abstract List<String> lines(long seed);

  /** Called before each play; ends clusters that do not fit to the seed. */
  protected void prepare(long seed) throws IOException, ClusterException {}

  /** What clusters for a seed are called. */
  protected abstract String title(long seed);

  protected abstract C start(ParitySide side, long seed)
      throws IOException, ClusterException, InterruptedException;

  protected abstract void end(C cluster) throws IOException, ClusterException;

  protected abstract PlayResult play(C cluster, ParitySide side, long seed, int play)
      throws IOException, ClusterException, InterruptedException;

  /**
   * Plays a seed on the cluster of a side, which is started if it does not run.
   *
   * @param play a number that no other play has
   */
  final PlayResult play(ParitySide side, long seed, int play)
      throws IOException, ClusterException, InterruptedException {
    prepare(seed);
    C cluster = running.get(side);
    if (cluster == null) {
      cluster = start(side, seed);
      running.put(side, cluster);
      progress.done(side.label() + ": " + title(seed) + ", up");
    }
    PlayResult result = play(cluster, side, seed, play);
    if (result.servingMs() == PlayResult.NEVER_MS) {
      drop(side);
    }
    return result;
  }

  private void drop(ParitySide side) throws IOException, ClusterException {
    C cluster = running.remove(side);
    if (cluster != null) {
      end(cluster);
    }
  }

  /** Ends the clusters; the next play starts others. */
  @Override
  public final void close() throws IOException, ClusterException {
    try {
      drop(ParitySide.APACHE);
    } finally {
      drop(ParitySide.OURS);
    }
  }
}
