package org.tieredhdfs.hdfs.datanode.choose.speed;

import java.util.List;
import org.tieredhdfs.hdfs.datanode.volume.speed.ClosedBlocks;
import org.tieredhdfs.hdfs.datanode.volume.speed.UsualBlock;

/**
 * What was lately closed on one volume, with exponential decay. Used by one thread at a time.
 *
 * <p>The decay is slow, so that what comes once a minute, as flushes of HBase do, is remembered.
 */
final class ClosedLately {
  private static final double HALF_LIFE_SEC = 120;

  private double bytes;
  private double squaredBytes;
  private double waitedByteSec;
  private double lastBytes;
  private double lastSquaredBytes;
  private double lastWaitedByteSec;

  /** Adds what was closed since the last call. */
  void sample(ClosedBlocks closed, double elapsedSec) {
    double kept = Math.pow(0.5, elapsedSec / HALF_LIFE_SEC);
    double newBytes = closed.bytes();
    double newSquaredBytes = closed.squaredBytes();
    double newWaitedByteSec = closed.waitedByteSec();
    bytes = bytes * kept + (newBytes - lastBytes);
    squaredBytes = squaredBytes * kept + (newSquaredBytes - lastSquaredBytes);
    waitedByteSec = waitedByteSec * kept + (newWaitedByteSec - lastWaitedByteSec);
    lastBytes = newBytes;
    lastSquaredBytes = newSquaredBytes;
    lastWaitedByteSec = newWaitedByteSec;
  }

  /** The usual block of some volumes together. */
  static UsualBlock usual(List<ClosedLately> volumes) {
    double bytes = 0;
    double squaredBytes = 0;
    double waitedByteSec = 0;
    for (ClosedLately volume : volumes) {
      bytes += volume.bytes;
      squaredBytes += volume.squaredBytes;
      waitedByteSec += volume.waitedByteSec;
    }
    return bytes > 0
        ? new UsualBlock(squaredBytes / bytes, waitedByteSec / bytes)
        : UsualBlock.UNKNOWN;
  }
}
