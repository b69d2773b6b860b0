package org.tieredhdfs.bench.mover;

import java.util.List;
import org.tieredhdfs.bench.mover.Movers.Sizes;

/**
 * One case of the mover benchmark: which files go where.
 *
 * @param name in the report
 * @param files how many
 * @param fileBytes size of each
 * @param replicas of each
 * @param route from where to where
 * @param rounds how often it is done for one figure, with other files each time
 */
record MoverCase(String name, int files, long fileBytes, int replicas, Route route, int rounds) {
  static final String SINGLE = "single";
  static final String SMALL = "small-files";
  static final String LARGE = "large-files";
  static final String UNDER_LOAD = "under-load";
  static final String CROSS_NODE = "cross-node";

  /** From memory to disk, which each DataNode has. */
  static final Route WITHIN_NODE = new Route("ALL_NVDIMM", "HOT", "DISK");

  /** From memory to a type that the node which holds the files does not have. */
  private static final Route BETWEEN_NODES = new Route("ALL_NVDIMM", "COLD", "ARCHIVE");

  /** From one device to another of the same node. */
  private static final Route BETWEEN_DEVICES = new Route("ALL_SSD", "HOT", "DISK");

  private static final String RENAME = "single-rename";
  private static final long MB = 1 << 20;
  private static final int SINGLE_ROUNDS = 5;

  /** The first is for daemons and movers that run on to get warm. */
  private static final int MANY_ROUNDS = 3;

  /**
   * From one storage policy to another.
   *
   * @param from the policy by which the files are written
   * @param to the policy that they are given
   * @param type the storage type on which they are to lie in the end
   */
  record Route(String from, String to, String type) {}

  static List<MoverCase> all(Sizes sizes) {
    return List.of(
        new MoverCase(SINGLE, 1, MB, 1, WITHIN_NODE, SINGLE_ROUNDS),
        new MoverCase(RENAME, 1, MB, 1, WITHIN_NODE, SINGLE_ROUNDS),
        new MoverCase("single-3-replicas", 1, MB, 3, WITHIN_NODE, SINGLE_ROUNDS),
        new MoverCase(CROSS_NODE, 1, MB, 1, BETWEEN_NODES, SINGLE_ROUNDS),
        new MoverCase(SMALL, sizes.smallFiles(), MB, 1, WITHIN_NODE, MANY_ROUNDS),
        new MoverCase("cross-node-files", sizes.loadFiles(), MB, 1, BETWEEN_NODES, 1),
        new MoverCase(LARGE, 4, sizes.largeMb() * MB, 1, BETWEEN_DEVICES, 1),
        new MoverCase(UNDER_LOAD, sizes.loadFiles(), 8 * MB, 1, WITHIN_NODE, 1));
  }

  /** Whether others write meanwhile. */
  boolean hasForeground() {
    return name.equals(UNDER_LOAD);
  }

  /** Whether the request is the rename itself; only the file mover's service follows it. */
  boolean isRename() {
    return name.equals(RENAME);
  }
}
