package org.tieredhdfs.hdfs.datanode.volume;

import java.util.HashSet;
import java.util.Set;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;

/**
 * The limit of Balancer and Mover moves on one volume.
 *
 * <p>Half of the node's permits ({@code dfs.datanode.balance.max.concurrent.moves}), so that one
 * that does not answer leaves some for the others. Only calls that are inside the volume count.
 *
 * <p>Which threads these are is known by the names that stock gives them. Thread-safe.
 */
final class MoveBound {
  private static final String TAKING = "[Replacing block ";
  private static final String GIVING = "[Copying block ";

  private final int maxPerVolume;

  MoveBound(int permits) {
    this.maxPerVolume = Math.max(1, permits / 2);
  }

  /** Whether the calling thread is moving a block and as many as allowed are in the volume. */
  boolean isReached(VolumeState volume) {
    Thread caller = Thread.currentThread();
    if (!isMove(caller)) {
      return false;
    }
    Set<Thread> inside = new HashSet<>();
    for (InFlight inFlight : volume.inFlight()) {
      // Stock code attributes a copy to its source volume; here it counts for the target
      boolean leaving =
          inFlight.ioClass() == IoClass.COPY && !inFlight.name().equals(InFlight.COPY_TO);
      if (!leaving && inFlight.thread() != caller && isMove(inFlight.thread())) {
        inside.add(inFlight.thread());
      }
    }
    return inside.size() >= maxPerVolume;
  }

  private static boolean isMove(Thread thread) {
    String name = thread.getName();
    return name.contains(TAKING) || name.contains(GIVING);
  }

  @Override
  public String toString() {
    return maxPerVolume + " moves at a time";
  }
}
