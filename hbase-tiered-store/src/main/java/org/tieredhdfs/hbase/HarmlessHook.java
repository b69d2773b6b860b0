package org.tieredhdfs.hbase;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs what HBase calls this project for, so that no failure of ours is one of HBase's: it aborts a
 * server whose coprocessor throws ({@code hbase.coprocessor.abortonerror}), and fails a flush or a
 * compaction whose store engine does.
 *
 * <p>A failure is counted, and logged the first time for each hook and kind; so is a class that
 * cannot be linked, as when this project's jar was replaced beneath a running server. Only other
 * {@code Error}s get out. Thread-safe.
 */
final class HarmlessHook {
  private static final Logger LOG = LoggerFactory.getLogger(HarmlessHook.class);

  /** Bounded by the hooks and the classes of exceptions. */
  private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

  private HarmlessHook() {}

  /** What a hook does. */
  @FunctionalInterface
  interface Body {
    /** Does it. */
    void run() throws Exception;
  }

  /**
   * Runs the body of a hook.
   *
   * @param hook its name, for the log
   */
  static void run(String hook, Body body) {
    try {
      body.run();
    } catch (Exception | LinkageError e) {
      if (e instanceof InterruptedException) {
        Thread.currentThread().interrupt();
      }
      PlacementMetrics.get().hooksFailed(1);
      if (TOLD.add(hook + " " + e.getClass().getName())) {
        LOG.warn("{} failed, and HBase goes on without it; more of this only counts", hook, e);
      }
    }
  }
}
