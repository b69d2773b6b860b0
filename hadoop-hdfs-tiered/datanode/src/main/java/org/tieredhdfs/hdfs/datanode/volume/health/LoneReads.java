package org.tieredhdfs.hdfs.datanode.volume.health;

import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.Transfers;

/**
 * The reads of clients that do not come back from a volume, whether it answers others or not: a
 * disk tries a bad sector for a minute and more, and of several disks under a volume one may hang.
 */
final class LoneReads {
  private LoneReads() {}

  /** Those of a volume, also of clients that were dropped already. */
  static List<InFlight> find(VolumeState volume, Cutoffs cutoffs, ProcessClock clock) {
    long leastNanos = cutoffs.configuredNanos(volume);
    List<InFlight> found = new ArrayList<>();
    for (InFlight io : volume.inFlight()) {
      if (io.ioClass() == IoClass.READ) {
        long ageNanos = clock.ageNanos(io.startNanos());
        // Most are far younger than that, whose history costs more to ask for
        if (ageNanos >= leastNanos
            && ageNanos >= cutoffs.loneReadNanos(volume)
            && Cutoffs.isOfReader(io)) {
          found.add(io);
        }
      }
    }
    return found;
  }

  /** Whether the client of one can go on elsewhere and does not yet. */
  static boolean isWaiting(InFlight read) {
    ClientTransfer client = Transfers.of(read.thread());
    return client != null && client.canGoOnElsewhere() && !client.isDropped();
  }
}
