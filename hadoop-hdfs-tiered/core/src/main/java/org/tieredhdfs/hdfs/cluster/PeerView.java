package org.tieredhdfs.hdfs.cluster;

import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.apache.hadoop.fs.StorageType;
import org.jspecify.annotations.Nullable;

/**
 * What one DataNode knows of the others, from the NameNodes' answers to its heartbeats.
 *
 * <p>Each block pool has its own NameNodes; of these only the active one is heard, as it alone can
 * give a client another DataNode. Nothing is known of a NameNode without this overlay. Thread-safe;
 * waits for nobody.
 */
public class PeerView {
  /** A DataNode that is not there any more needs no view. */
  private static final Map<Object, PeerView> BY_DATANODE = new WeakHashMap<>();

  /** The heartbeat that a thread of Hadoop's is about to send, or waits for the answer to. */
  private static final ThreadLocal<@Nullable Request> REQUEST = new ThreadLocal<>();

  private final LongSupplier nanoClock;
  private final Map<String, Answer> byPool = new ConcurrentHashMap<>();

  private record Request(PeerView view, String poolId, long nanos) {}

  /** What was told, and when the reports were begun that it answers. */
  private record Answer(PeerCounts counts, long requestNanos) {}

  public PeerView(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  /** That of a DataNode; a process has one, but for tests. */
  public static PeerView of(Object datanode) {
    synchronized (BY_DATANODE) {
      return BY_DATANODE.computeIfAbsent(datanode, none -> new PeerView(System::nanoTime));
    }
  }

  /** The calling thread begins the reports of a heartbeat for a block pool. */
  public void ask(String poolId) {
    REQUEST.set(new Request(this, poolId, nanoClock.getAsLong()));
  }

  /**
   * An active NameNode has answered the calling thread's heartbeat.
   *
   * @param counts null if it told nothing, as one without this overlay does
   */
  public static void answered(@Nullable PeerCounts counts) {
    Request request = REQUEST.get();
    REQUEST.remove();
    if (request != null) {
      request.view.take(request, counts);
    }
  }

  private void take(Request request, @Nullable PeerCounts counts) {
    byPool.compute(
        request.poolId,
        (pool, known) -> {
          if (known != null && known.requestNanos - request.nanos > 0) {
            return known;
          }
          return counts == null ? null : new Answer(counts, request.nanos);
        });
  }

  /**
   * Whether clients can go on without this DataNode, as far as is known: at least so many others
   * answer. Each block pool of which there is fresh news says so, and there is one.
   *
   * @param others as many as such a client needs
   * @param notBeforeNanos by {@link System#nanoTime}: what was asked for before is no news
   */
  public boolean canSpare(StorageType type, int others, long notBeforeNanos) {
    return isKnown(notBeforeNanos, counts -> counts.of(type).answering() >= others);
  }

  /**
   * Whether more than half of the others that have a volume of a type answer, as far as is known.
   */
  public boolean areMostAnswering(StorageType type, long notBeforeNanos) {
    return isKnown(
        notBeforeNanos, counts -> 2 * counts.of(type).answering() > counts.of(type).nodes());
  }

  /** Whether there is news that was asked for after a time. */
  public boolean hasNewsSince(long notBeforeNanos) {
    return isKnown(notBeforeNanos, any -> true);
  }

  private boolean isKnown(long notBeforeNanos, Predicate<PeerCounts> holds) {
    boolean isKnown = false;
    for (Answer answer : byPool.values()) {
      if (answer.requestNanos - notBeforeNanos >= 0) {
        if (!holds.test(answer.counts)) {
          return false;
        }
        isKnown = true;
      }
    }
    return isKnown;
  }

  /** What was told last for a block pool; null if nothing was. */
  public @Nullable PeerCounts last(String poolId) {
    Answer answer = byPool.get(poolId);
    return answer == null ? null : answer.counts;
  }
}
