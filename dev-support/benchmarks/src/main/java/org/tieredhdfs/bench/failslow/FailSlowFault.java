package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchCluster;
import org.tieredhdfs.bench.write.process.StartedParts;
import org.tieredhdfs.linux.LinuxTool;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.media.device.Hang;

/** What happens in the middle of a case. */
enum FailSlowFault {
  NONE(null),
  /** A volume answers no writes. */
  FREEZE(Hang.WRITES),
  /** A volume answers nothing. */
  HANG(Hang.ALL),
  /** A volume answers no reads. */
  READS_HANG(Hang.READS),
  /** All of a volume takes ten times as long. */
  SLOW(null),
  /** A volume stops for a second, every five. */
  STUTTER(null),
  /** All volumes of a DataNode take ten times as long. */
  SLOW_NODE(null),
  /** The process of a DataNode is stopped. */
  PAUSE(null);

  private static final double SLOWNESS = 10;
  private static final Duration STUTTER_TIME = Duration.ofSeconds(1);
  private static final Duration STUTTER_PERIOD = Duration.ofSeconds(5);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private final @Nullable Hang hang;

  FailSlowFault(@Nullable Hang hang) {
    this.hang = hang;
  }

  /** Whether reads of a volume hang, unless what is read is in the page cache. */
  boolean hangsReads() {
    return hang != null && hang != Hang.WRITES;
  }

  /** Whether only some of a DataNode's volumes are hit. */
  boolean isOfAVolume() {
    return hang != null || this == SLOW || this == STUTTER;
  }

  /**
   * Begins it. It lasts until what this returns is closed, and no longer than this process: when
   * that is interrupted, a stopped process continues, and the end of the cluster heals its volumes.
   *
   * @param target the volume that it hits; of a fault of the node, one of its volumes
   */
  StartedParts begin(BenchCluster cluster, Volume target) throws IOException, ClusterException {
    Media media = cluster.media();
    StartedParts end = new StartedParts();
    boolean hasBegun = false;
    try {
      if (this == PAUSE) {
        pause(cluster.pid(target.dataNode()), end);
      } else if (this != NONE) {
        for (Volume volume :
            this == SLOW_NODE ? cluster.volumes(target.dataNode()) : List.of(target)) {
          end.add(() -> media.heal(volume));
          hit(media, volume);
        }
      }
      hasBegun = true;
      return end;
    } finally {
      if (!hasBegun) {
        end.close();
      }
    }
  }

  private void hit(Media media, Volume volume) throws IOException {
    if (hang != null) {
      media.hang(volume, hang);
    } else if (this == STUTTER) {
      media.stutter(volume, STUTTER_TIME, STUTTER_PERIOD);
    } else {
      media.slow(volume, SLOWNESS);
    }
  }

  private static void pause(long pid, StartedParts end) throws IOException {
    Thread hook = new Thread(() -> resumeAtExit(pid), "end of the pause");
    Runtime.getRuntime().addShutdownHook(hook);
    end.add(
        () -> {
          signal(pid, "-CONT");
          try {
            Runtime.getRuntime().removeShutdownHook(hook);
          } catch (IllegalStateException isExiting) {
            return;
          }
        });
    signal(pid, "-STOP");
  }

  private static void resumeAtExit(long pid) {
    try {
      signal(pid, "-CONT");
    } catch (IOException gone) {
      // The end of the cluster came first
      return;
    }
  }

  private static void signal(long pid, String signal) throws IOException {
    LinuxTool.run(LIMIT, "kill", signal, Long.toString(pid));
  }
}
