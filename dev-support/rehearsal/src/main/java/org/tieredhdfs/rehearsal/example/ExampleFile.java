package org.tieredhdfs.rehearsal.example;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The kinds of files in the table of an example's README, which says where they land. */
enum ExampleFile {
  WAL("WAL", "/hbase/WALs", ".*"),
  FLUSHED("flushed", In.ROWS_TABLE, In.STORE_FILE),
  COMPACTED_SMALL("compacted, small", In.ROWS_TABLE, In.STORE_FILE),
  COMPACTED_LARGE("compacted, large", In.ROWS_TABLE, In.STORE_FILE),
  /** Of the table whose family has keys of its own. */
  COMPACTED_HOT("compacted, of table `hot`", "/hbase/data/default/hot", In.STORE_FILE),
  BULK_LOADED("bulk-loaded", In.ROWS_TABLE, In.STORE_FILE + "_SeqId_\\d+_"),
  MOB("MOB", "/hbase/mobdir/data/default/objects", ".*/f/.*"),
  ARCHIVED("archived", "/hbase/archive/data/default/%s", In.STORE_FILE),
  OLD_WAL("old WAL", "/hbase/oldWALs", "[^$]*"),
  /** What has no policy of its own: HBase's version, the master's logs, the mover's journal. */
  OTHER(
      "all else",
      "/",
      "/hbase/hbase\\.(id|version)|/hbase/MasterData/.*|/system/tiered-file-mover/.*");

  /** An example may have none of these: those for a single workload say nothing of them. */
  private static final Set<ExampleFile> OPTIONAL = EnumSet.of(COMPACTED_HOT, BULK_LOADED, MOB);

  private static final Pattern ROW = Pattern.compile("\\| ([^|]+) \\| ([A-Z0-9_, ]+) \\|");

  private static final class In {
    private static final String ROWS_TABLE = "/hbase/data/default/%s";
    private static final String STORE_FILE = ".*/[0-9a-f]{32}/f/[0-9a-f]{32}";
  }

  private final String title;
  private final String root;
  private final String paths;

  /**
   * @param root directory; may have the name of the first table in it
   * @param paths what the whole paths below it match
   */
  ExampleFile(String title, String root, String paths) {
    this.title = title;
    this.root = root;
    this.paths = paths;
  }

  String title() {
    return title;
  }

  String root(Example example) {
    return String.format(root, example.rowsTable());
  }

  boolean isAt(String path) {
    return path.matches(paths);
  }

  /**
   * Reads the table: storage types of the replicas of each block, sorted by name.
   *
   * @throws IllegalArgumentException naming the row that is not known or missing
   */
  static Map<ExampleFile, List<String>> landings(String readme) {
    Map<ExampleFile, List<String>> landings = new EnumMap<>(ExampleFile.class);
    for (String line : readme.lines().toList()) {
      Matcher row = ROW.matcher(line);
      if (row.matches()) {
        List<String> types = Arrays.stream(row.group(2).split(", ", -1)).sorted().toList();
        landings.put(titled(row.group(1)), types);
      }
    }
    for (ExampleFile file : values()) {
      if (!landings.containsKey(file) && !OPTIONAL.contains(file)) {
        throw new IllegalArgumentException("README.md: there is no row '" + file.title + "'");
      }
    }
    return landings;
  }

  private static ExampleFile titled(String title) {
    return Arrays.stream(values())
        .filter(one -> one.title.equals(title))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "README.md: '" + title + "' is no kind of file that is looked at"));
  }
}
