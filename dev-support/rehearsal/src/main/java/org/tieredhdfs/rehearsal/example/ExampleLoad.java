package org.tieredhdfs.rehearsal.example;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
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
  private static final Pattern STORE_FILE = Pattern.compile(".*/[0-9a-f]{32}/f/[0-9a-f]{32}");
  private static final Pattern LOADED_FILE =
      Pattern.compile(".*/[0-9a-f]{32}/f/[0-9a-f]{32}_SeqId_\\d+_");
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
    check.written(ExampleFile.WAL, "/hbase/WALs", path -> true);
    tables.flush(rows);
    check.written(ExampleFile.FLUSHED, table(rows), ExampleLoad::isStoreFile);
    compactions();
    if (example.has(ExampleFile.MOB)) {
      objects();
    }
    int wanted = 3 * SMALL;
    if (example.has(ExampleFile.BULK_LOADED)) {
      bulkLoad();
      wanted += SMALL;
    }
    check.moved(ExampleFile.OLD_WAL, "/hbase/oldWALs", path -> !path.contains("$"), this::endLogs);
    check.moved(
        ExampleFile.ARCHIVED,
        "/hbase/archive/data/default/" + rows,
        ExampleLoad::isStoreFile,
        () -> {});
    check.written(ExampleFile.OTHER, "/", ExampleLoad::isOther);
    int found = tables.count(rows);
    if (found != wanted) {
      throw new ClusterException("of " + wanted + " rows " + found + " are there");
    }
  }

  /** The flushed file goes to the archive, and a snapshot keeps it there. */
  private void compactions() throws IOException, ClusterException, InterruptedException {
    tables.snapshot(rows);
    compact(rows);
    check.written(ExampleFile.COMPACTED_SMALL, table(rows), ExampleLoad::isStoreFile);
    for (int more = 1; more <= 2; more++) {
      tables.put(rows, more * SMALL, SMALL);
      tables.flush(rows);
    }
    compact(rows);
    check.written(ExampleFile.COMPACTED_LARGE, table(rows), ExampleLoad::isStoreFile);
    if (example.has(ExampleFile.COMPACTED_HOT)) {
      tables.put(HOT, 0, 2 * SMALL);
      tables.flush(HOT);
      compact(HOT);
      check.written(ExampleFile.COMPACTED_HOT, table(HOT), ExampleLoad::isStoreFile);
    }
  }

  /** Has all files merged into one that was not there before. */
  private void compact(String table) throws IOException, ClusterException, InterruptedException {
    Set<String> before =
        paths(check.require(table(table), ExampleLoad::isStoreFile, found -> true));
    tables.compact(table);
    check.require(
        table(table),
        ExampleLoad::isStoreFile,
        found -> paths(found).size() == 1 && paths(found).stream().noneMatch(before::contains));
  }

  private static Set<String> paths(List<Found> found) {
    Set<String> paths = new TreeSet<>();
    found.forEach(block -> paths.add(block.path()));
    return paths;
  }

  private void objects() throws IOException, InterruptedException {
    tables.put(OBJECTS, 0, OBJECT_COUNT, OBJECT_BYTES);
    tables.flush(OBJECTS);
    check.written(
        ExampleFile.MOB, "/hbase/mobdir/data/default/" + OBJECTS, path -> path.contains("/f/"));
  }

  /** From a directory on a type where the files do not belong. */
  private void bulkLoad() throws IOException, InterruptedException {
    List<String> right = example.landings().of(ExampleFile.BULK_LOADED);
    String elsewhere =
        example.layout().counts().keySet().stream()
            .filter(type -> !right.contains(type))
            .findFirst()
            .orElseThrow();
    Path source = new Path(LOADS);
    fs.mkdirs(source);
    fs.setStoragePolicy(source, POLICY_OF_TYPE.get(elsewhere));
    tables.bulkLoad(fs, rows, source, 3 * SMALL, SMALL);
    check.moved(
        ExampleFile.BULK_LOADED,
        table(rows),
        path -> LOADED_FILE.matcher(path).matches(),
        () -> {});
  }

  /** A log is old when a later one is begun and all its rows are flushed. */
  private void endLogs() throws IOException {
    if (!fs.listFiles(new Path("/hbase/oldWALs"), false).hasNext()) {
      tables.rollLogs();
    }
  }

  private static boolean isStoreFile(String path) {
    return STORE_FILE.matcher(path).matches();
  }

  private static String table(String name) {
    return "/hbase/data/default/" + name;
  }

  private static boolean isOther(String path) {
    return path.equals("/hbase/hbase.id")
        || path.equals("/hbase/hbase.version")
        || path.startsWith("/hbase/MasterData/")
        || path.startsWith("/system/tiered-file-mover/");
  }
}
