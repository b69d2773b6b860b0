package org.tieredhdfs.bench.terasort;

import java.util.List;
import java.util.Locale;
import org.tieredhdfs.localcluster.spec.OptionRange;

/**
 * How the study is brought to the size of one machine: fewer hosts, less data, smaller blocks.
 *
 * <p>Blocks shrink less than the data: with fewer of them placement would be chance, with more of
 * them the tasks, one a block, would only start and end.
 *
 * @param data which fraction of the study's data is sorted
 * @param blockBytes size of a block
 * @param workers how many workers a host has, for each case
 * @param tasksPerHost how many tasks run on a host at the same time
 */
public record TeraScale(double data, long blockBytes, List<Integer> workers, int tasksPerHost) {
  private static final long MB = 1L << 20;

  private static final int USUAL_TASKS = 4;

  /** The study had one worker on a host, or four. */
  public static final TeraScale USUAL =
      new TeraScale(1.0 / 60_000, 8 * MB, List.of(1, 4), USUAL_TASKS);

  public static final TeraScale QUICK =
      new TeraScale(1.0 / 400_000, 4 * MB, List.of(2), USUAL_TASKS);

  /** Hosts, each a node group; with as many each of three replicas has a host of its own. */
  static final int HOSTS = 3;

  /** Volumes of a host, which its workers share, so that there are as many with any number. */
  static final int VOLUMES_PER_HOST = 4;

  private static final int MAX_TASKS_PER_HOST = 64;
  private static final long STUDY_BYTES = 30_000_000_000_000L;
  private static final int ROW_BYTES = 100;
  private static final double MIN_DATA = 1e-7;

  public TeraScale {
    workers = List.copyOf(workers);
    if (!(data >= MIN_DATA && data <= 1)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "--scale: '%s' is not allowed; it has to be from %.7f to 1",
              data,
              MIN_DATA));
    }
    OptionRange.require("--block-mb", blockBytes / MB, 1, 256, " MB");
    OptionRange.require("--tasks", tasksPerHost, MAX_TASKS_PER_HOST);
    for (int count : workers) {
      OptionRange.require("--workers", count, VOLUMES_PER_HOST);
      if (VOLUMES_PER_HOST % count != 0) {
        throw new IllegalArgumentException(
            "--workers: '" + count + "' is not allowed; 1, 2 and 4 share the volumes of a host");
      }
      if (tasksPerHost % count != 0) {
        throw new IllegalArgumentException(
            "--tasks: '"
                + tasksPerHost
                + "' is not allowed; each of "
                + count
                + " workers has to have as many");
      }
    }
  }

  /** How many rows are generated and sorted. */
  long rows() {
    return Math.round(STUDY_BYTES * data / ROW_BYTES);
  }

  /** How many maps generate and sort at least: one wave of tasks. */
  int maps() {
    return HOSTS * tasksPerHost;
  }

  /** How many reduces sort: half as many, so that they have room beside others. */
  int reduces() {
    return Math.max(1, maps() / 2);
  }

  /** For the report, and to see whether rows of two runs belong together. */
  String text() {
    return String.format(
        Locale.ROOT,
        "%,d MB in blocks of %d MB on %d hosts%s",
        rows() * ROW_BYTES / 1_000_000,
        blockBytes / MB,
        HOSTS,
        tasksPerHost == USUAL_TASKS ? "" : ", tasks on each: " + tasksPerHost);
  }
}
