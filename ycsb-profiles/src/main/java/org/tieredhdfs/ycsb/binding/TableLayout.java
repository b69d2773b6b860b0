package org.tieredhdfs.ycsb.binding;

import java.util.Locale;
import java.util.Map;

/**
 * How a table for a YCSB run is laid out.
 *
 * @param name the table
 * @param family its one column family
 * @param regions into how many regions it is split before it is loaded, 1 to 10,000
 * @param smallFirst whether the first region gets a fifth of the keys of each of the others
 * @param tableSettings settings of the table's descriptor, such as {@code
 *     hbase.hstore.blockingStoreFiles}
 * @param familySettings settings of the column family's descriptor
 */
public record TableLayout(
    String name,
    String family,
    int regions,
    boolean smallFirst,
    Map<String, String> tableSettings,
    Map<String, String> familySettings) {

  /** How many times as many keys as a small first region the others get. */
  public static final int SMALL_FIRST_RATIO = 5;

  private static final int MAX_REGIONS = 10_000;

  public TableLayout {
    if (regions < 1 || regions > MAX_REGIONS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "regions: '%d' is not allowed; it has to be a whole number from 1 to %d",
              regions,
              MAX_REGIONS));
    }
    tableSettings = Map.copyOf(tableSettings);
    familySettings = Map.copyOf(familySettings);
  }

  /** A table without settings of its own. */
  public static TableLayout of(String name, String family, int regions) {
    return new TableLayout(name, family, regions, false, Map.of(), Map.of());
  }

  /**
   * The same table with a small first region, so that one load creates files of different sizes.
   */
  public static TableLayout smallFirst(String name, String family, int regions) {
    return new TableLayout(name, family, regions, true, Map.of(), Map.of());
  }

  /** The part of the keys, 0 to 1, that a small first region of {@code regions} gets. */
  public static double smallFirstShare(int regions) {
    return 1.0 / (1 + SMALL_FIRST_RATIO * (regions - 1));
  }

  /** The part of the keys, 0 to 1, below the end of region {@code region}, counted from 1. */
  double shareUpTo(int region) {
    if (!smallFirst) {
      return (double) region / regions;
    }
    return smallFirstShare(regions) * (1 + SMALL_FIRST_RATIO * (region - 1));
  }
}
