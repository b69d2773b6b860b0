package org.tieredhdfs.verify;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * The file mover's service, killed now and then and started anew.
 *
 * <p>One thread starts and kills it; its figures may be read by others.
 */
public final class RestartedMover implements AutoCloseable {
  private final ClusterView view;
  private final Progress progress;
  private final AtomicLong kills = new AtomicLong();
  private final AtomicLong earlierReplicas = new AtomicLong();
  private final AtomicLong earlierBytes = new AtomicLong();

  /** Null while it is dead. */
  private volatile @Nullable MoverProcess process;

  public RestartedMover(ClusterView view, Progress progress)
      throws IOException, ClusterException, InterruptedException {
    this.view = view;
    this.progress = progress;
    process = MoverProcess.start(view, progress);
  }

  /** Kills it if it lives, and waits until a new one works, a minute later at the earliest. */
  void round() throws IOException, ClusterException, InterruptedException {
    kill();
    revive();
  }

  /** Kills it if it lives. */
  public void kill() throws IOException, InterruptedException {
    MoverProcess victim = process;
    if (victim != null) {
      JsonNode last = victim.figures();
      process = null;
      victim.kill();
      kills.incrementAndGet();
      earlierReplicas.addAndGet(last.path("replicasMoved").asLong());
      earlierBytes.addAndGet(last.path("bytesMoved").asLong());
      progress.done(String.format("%-12s filemover", "kill -9"));
    }
  }

  /** Starts it if it is dead. */
  public void revive() throws IOException, ClusterException, InterruptedException {
    if (process == null) {
      process = MoverProcess.start(view, Progress.silent());
    }
  }

  /**
   * @throws ClusterException if it has ended by itself
   */
  public void requireAlive() throws ClusterException {
    MoverProcess now = process;
    if (now != null && !now.isAlive()) {
      throw new ClusterException(
          "the file mover's service has ended; see filemover.out in the logs");
    }
  }

  /** What it tells of itself; nothing while it is dead. */
  public Optional<JsonNode> figures() throws IOException {
    MoverProcess now = process;
    return now == null ? Optional.empty() : Optional.of(now.figures());
  }

  long kills() {
    return kills.get();
  }

  /** Replicas moved by all of its lives, but for the last moments of those that were killed. */
  long replicasMoved() throws IOException {
    return earlierReplicas.get() + moved("replicasMoved");
  }

  /** The bytes of these. */
  long bytesMoved() throws IOException {
    return earlierBytes.get() + moved("bytesMoved");
  }

  private long moved(String figure) throws IOException {
    return figures().map(now -> now.path(figure).asLong()).orElse(0L);
  }

  /** Ends it in order, until {@link #revive}. */
  @Override
  public void close() {
    MoverProcess last = process;
    process = null;
    if (last != null) {
      last.close();
    }
  }
}
