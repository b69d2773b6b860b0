package org.tieredhdfs.verify;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import org.tieredhdfs.localcluster.DaemonControl;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** The ways in which DataNodes are stopped at work. */
interface DataNodeFault {
  /**
   * Ends one or more of them.
   *
   * @param names of all
   * @return the names of those that do not run any more
   */
  List<String> strike(List<String> names, SplittableRandom random)
      throws IOException, ClusterException;

  /** What it is called in progress. */
  String title();

  /** The process of one ends: {@code kill -9}. What it wrote is with the operating system. */
  static DataNodeFault kill(DaemonControl control) {
    return new DataNodeFault() {
      @Override
      public List<String> strike(List<String> names, SplittableRandom random)
          throws IOException, ClusterException {
        String victim = names.get(random.nextInt(names.size()));
        control.kill(victim);
        return List.of(victim);
      }

      @Override
      public String title() {
        return "kill -9";
      }
    };
  }

  /** The machine of one loses power, every fourth time those of all: what was flushed is left. */
  static DataNodeFault powerCut(DaemonControl control, Media media) {
    return new DataNodeFault() {
      private static final int ALL_EACH = 4;

      @Override
      public List<String> strike(List<String> names, SplittableRandom random)
          throws IOException, ClusterException {
        List<String> dark =
            random.nextInt(ALL_EACH) == 0
                ? List.copyOf(names)
                : List.of(names.get(random.nextInt(names.size())));
        control.cutPower(media, dark, random.nextLong());
        return dark;
      }

      @Override
      public String title() {
        return "power cut";
      }
    };
  }
}
