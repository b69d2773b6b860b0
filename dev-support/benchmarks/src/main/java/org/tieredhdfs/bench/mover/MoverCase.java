package org.tieredhdfs.bench.mover;

import java.util.List;
import org.tieredhdfs.bench.mover.MoverBench.Sizes;

/**
 * One case of the mover benchmark: which files go where.
 *
 * @param name in the report
 * @param files how many
 * @param fileBytes size of each
 * @param replicas of each
 * @param route from where to where
 * @param hasForeground whether others write meanwhile
 * @param rounds how often it is done for one figure, with other files each time
 */
record MoverCase(
    String name,
    int files,
    long fileBytes,
    int replicas,
    Route route,
    boolean hasForeground,
    int rounds) {
  static final String SINGLE = "single";
  static final String SMALL = "small-files";
  static final String LARGE = "large-files";
  static final String UNDER_LOAD = "under-load";
  static final String CROSS_NODE = "cross-node";

  /** The request is the rename itself; only the file mover's service follows it. */
  static final String RENAME = "single-rename";

  private static final long MB = 1 << 20;
  private static final int SINGLE_ROUNDS = 5;

  /** The first is for daemons and movers that run on to get warm. */
  private static final int MANY_ROUNDS = 3;

  /** From one storage policy to another. */
  enum Route {
    /** From memory to disk, which each DataNode has. */
    WITHIN_NODE("ALL_NVDIMM", "HOT", "DISK"),
    /** From memory to a type that the node which holds the files does not have. */
    BETWEEN_NODES("ALL_NVDIMM", "COLD", "ARCHIVE"),
    /** From one device to another of the same node. */
    BETWEEN_DEVICES("ALL_SSD", "HOT", "DISK");

    private final String from;
    private final String to;
    private final String type;

    Route(String from, String to, String type) {
      this.from = from;
      this.to = to;
      this.type = type;
    }

    /** The policy by which the files are written. */
    String from() {
      return from;
    }

    /** The policy that they are given. */
    String to() {
      return to;
    }

    /** The storage type on which they are to lie in the end. */
    String type() {
      return type;
    }
  }

  static List<MoverCase> all(Sizes sizes) {
    return List.of(
        single(SINGLE, 1, Route.WITHIN_NODE),
        single(RENAME, 1, Route.WITHIN_NODE),
        single("single-3-replicas", 3, Route.WITHIN_NODE),
        single(CROSS_NODE, 1, Route.BETWEEN_NODES),
        many(SMALL, sizes.smallFiles(), Route.WITHIN_NODE, MANY_ROUNDS),
        many("cross-node-files", sizes.loadFiles(), Route.BETWEEN_NODES, 1),
        new MoverCase(LARGE, 4, sizes.largeMb() * MB, 1, Route.BETWEEN_DEVICES, false, 1),
        new MoverCase(UNDER_LOAD, sizes.loadFiles(), 8 * MB, 1, Route.WITHIN_NODE, true, 1));
  }

  private static MoverCase single(String name, int replicas, Route route) {
    return new MoverCase(name, 1, MB, replicas, route, false, SINGLE_ROUNDS);
  }

  private static MoverCase many(String name, int files, Route route, int rounds) {
    return new MoverCase(name, files, MB, 1, route, false, rounds);
  }

  static List<String> names() {
    return all(Sizes.USUAL).stream().map(MoverCase::name).toList();
  }
}
