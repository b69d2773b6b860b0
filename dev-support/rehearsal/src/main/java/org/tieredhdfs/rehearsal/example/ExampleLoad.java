package org.tieredhdfs.rehearsal.example;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.rehearsal.example.BlockTypes.Found;

/** Creates a file of each kind in the tables of an example, and checks each. */
final class ExampleLoad {
  private static final String OBJECTS = "objects";
  private static final String HOT = "hot";
  private static final String LOADS = "/loads";

  /** As many of 2 kB as make a small file; twice as many make a large one. */
  private static final int SMALL = 400;

  private static final int OBJECT_COUNT = 12;
  private static final int OBJECT_BYTES = 150_000;
  private static final Map<String, String> POLICY_OF_TYPE =
      Map.of("RAMDISK", "ALL_RAMDISK", "SSD", "ALL_SSD", "DISK", "HOT");

  private final Example example;
  private final String rows;
  private final ExampleTables tables;
  private final FileSystem fs;
  private final LandingCheck check;

  ExampleLoad(Example example, ExampleTables tables, FileSystem fs, LandingCheck check) {
    this.example = example;
    rows = example.rowsTable();
    this.tables = tables;
    this.fs = fs;
    this.check = check;
  }

  void run() throws IOException, ClusterException, InterruptedException {
    tables.create(example.tables());
    tables.put(rows, 0, SMALL);
    check.written(ExampleFile.WAL);
    tables.flush(rows);
    check.written(ExampleFile.FLUSHED);
    compactions();
    if (example.has(ExampleFile.MOB)) {
      tables.put(OBJECTS, 0, OBJECT_COUNT, OBJECT_BYTES);
      tables.flush(OBJECTS);
      check.written(ExampleFile.MOB);
    }
    int wanted = 3 * SMALL;
    if (example.has(ExampleFile.BULK_LOADED)) {
      bulkLoad();
      wanted += SMALL;
    }
    check.moved(ExampleFile.OLD_WAL, this::endLogs);
    check.moved(ExampleFile.ARCHIVED, () -> {});
    check.written(ExampleFile.OTHER);
    int found = tables.count(rows);
    if (found != wanted) {
      throw new ClusterException("of " + wanted + " rows " + found + " are there");
    }
  }

  /** The flushed file goes to the archive, and a snapshot keeps it there. */
  private void compactions() throws IOException, ClusterException, InterruptedException {
    tables.snapshot(rows);
    compact(rows, ExampleFile.COMPACTED_SMALL);
    for (int more = 1; more <= 2; more++) {
      tables.put(rows, more * SMALL, SMALL);
      tables.flush(rows);
    }
    compact(rows, ExampleFile.COMPACTED_LARGE);
    if (example.has(ExampleFile.COMPACTED_HOT)) {
      tables.put(HOT, 0, 2 * SMALL);
      tables.flush(HOT);
      compact(HOT, ExampleFile.COMPACTED_HOT);
    }
  }

  /** Has all files merged into one that was not there before. */
  private void compact(String table, ExampleFile merged)
      throws IOException, ClusterException, InterruptedException {
    Set<String> before = paths(check.require(merged, found -> true));
    tables.compact(table);
    check.require(
        merged,
        found -> paths(found).size() == 1 && paths(found).stream().noneMatch(before::contains));
    check.written(merged);
  }

  private static Set<String> paths(List<Found> found) {
    return found.stream().map(Found::path).collect(Collectors.toSet());
  }

  /** From a directory on a type where the files do not belong. */
  private void bulkLoad() throws IOException, InterruptedException {
    List<String> right = example.landing(ExampleFile.BULK_LOADED);
    String elsewhere =
        example.layout().counts().keySet().stream()
            .filter(type -> !right.contains(type))
            .findFirst()
            .orElseThrow();
    Path source = new Path(LOADS);
    fs.mkdirs(source);
    fs.setStoragePolicy(source, POLICY_OF_TYPE.get(elsewhere));
    tables.bulkLoad(fs, rows, source, 3 * SMALL, SMALL);
    check.moved(ExampleFile.BULK_LOADED, () -> {});
  }

  /** A log is old when a later one is begun and all its rows are flushed. */
  private void endLogs() throws IOException {
    if (!fs.listFiles(new Path("/hbase/oldWALs"), false).hasNext()) {
      tables.rollLogs();
    }
  }
}
