package org.tieredhdfs.bench.write.process;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.tieredhdfs.localcluster.spec.ClusterException;

/**
 * What has been started and is to be ended, the latest first, each even if another could not be.
 * Used by one thread.
 */
public final class StartedParts implements AutoCloseable {
  private final Deque<Part> parts = new ArrayDeque<>();

  /** Ends something. */
  public interface Part {
    void end() throws IOException, ClusterException;
  }

  public void add(Part part) {
    parts.push(part);
  }

  @Override
  public void close() throws IOException, ClusterException {
    Part latest = parts.poll();
    if (latest != null) {
      try {
        latest.end();
      } finally {
        close();
      }
    }
  }
}
