package org.tieredhdfs.hdfs.types;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.LoggerFactory;

/**
 * The custom storage types of this process, read once.
 *
 * <p>Lenient: what is invalid is left out and logged once, so that a client with a bad file works
 * with the rest. A daemon compares the table with its configuration and refuses. Immutable after
 * class initialisation, thread-safe.
 */
public final class StorageTypeTable {
  private static final StorageTypeParser.Parsed TABLE = load();

  private StorageTypeTable() {}

  /** The types by ascending number. */
  public static List<CustomStorageType> types() {
    return TABLE.types();
  }

  /** The errors found while reading the table, one sentence each. */
  public static List<String> faults() {
    return TABLE.faults();
  }

  private static StorageTypeParser.Parsed load() {
    HdfsSiteFile site = HdfsSiteFile.onClassPath();
    StorageTypeParser.Parsed parsed = StorageTypeParser.parse(site::get);
    List<String> faults = new ArrayList<>(parsed.faults());
    if (site.fault() != null) {
      faults.add(site.fault());
    }
    if (!faults.isEmpty()) {
      LoggerFactory.getLogger(StorageTypeTable.class)
          .warn("Ignoring invalid storage types: {}", String.join("; ", faults));
    }
    return new StorageTypeParser.Parsed(parsed.types(), List.copyOf(faults));
  }
}
