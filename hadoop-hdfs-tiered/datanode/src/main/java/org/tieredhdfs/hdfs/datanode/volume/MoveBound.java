package org.tieredhdfs.hdfs.datanode.volume;

import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;

/**
 * The limit of Balancer and Mover moves on one volume.
 *
 * <p>Half of the node's permits ({@code dfs.datanode.balance.max.concurrent.moves}), so that one
 * that does not answer leaves some for the others. Only calls that are inside the volume count.
 *
 * <p>Which threads these are is known by the names that stock gives them. Thread-safe.
 */
record MoveBound(int maxPerVolume) {
  private static final String TAKING = "[Replacing block ";
  private static final String GIVING = "[Copying block ";

  /** Whether the calling thread is moving a block and as many as allowed are in the volume. */
  boolean isReached(VolumeState volume) {
    Thread caller = Thread.currentThread();
    return isMove(caller)
        && volume.inFlight().stream()
                .filter(io -> io.thread() != caller && isMove(io.thread()) && !isLeaving(io))
                .map(InFlight::thread)
                .distinct()
                .count()
            >= maxPerVolume;
  }

  /** Stock code attributes a copy to its source volume; here it counts for the target. */
  private static boolean isLeaving(InFlight io) {
    return io.ioClass() == IoClass.COPY && !io.name().equals(InFlight.COPY_TO);
  }

  private static boolean isMove(Thread thread) {
    String name = thread.getName();
    return name.contains(TAKING) || name.contains(GIVING);
  }
}
