package org.tieredhdfs.ycsb.binding;

import java.util.Locale;
import java.util.Map;

/**
 * How a table for a YCSB run is laid out.
 *
 * @param name the table
 * @param family its one column family
 * @param regions into how many regions it is split before it is loaded, 1 to 10,000
 * @param tableSettings settings of the table's descriptor, such as {@code
 *     hbase.hstore.blockingStoreFiles}
 * @param familySettings settings of the column family's descriptor
 */
public record TableLayout(
    String name,
    String family,
    int regions,
    Map<String, String> tableSettings,
    Map<String, String> familySettings) {

  private static final int MAX_REGIONS = 10_000;

  public TableLayout {
    if (regions < 1 || regions > MAX_REGIONS) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "regions: '%d' is not allowed; 1 to %d are", regions, MAX_REGIONS));
    }
    tableSettings = Map.copyOf(tableSettings);
    familySettings = Map.copyOf(familySettings);
  }

  /** A table without settings of its own. */
  public static TableLayout of(String name, String family, int regions) {
    return new TableLayout(name, family, regions, Map.of(), Map.of());
  }
}
