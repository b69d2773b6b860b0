package org.tieredhdfs.rehearsal.example;

import java.util.Arrays;
import java.util.Optional;

/** The kinds of files in the table of an example's README. */
enum ExampleFile {
  WAL("WAL"),
  FLUSHED("flushed"),
  COMPACTED_SMALL("compacted, small"),
  COMPACTED_LARGE("compacted, large"),
  /** Of the table whose family has keys of its own. */
  COMPACTED_HOT("compacted, of table `hot`", true),
  BULK_LOADED("bulk-loaded", true),
  MOB("MOB", true),
  ARCHIVED("archived"),
  OLD_WAL("old WAL"),
  /** What has no policy of its own: HBase's version, the master's logs, the mover's journal. */
  OTHER("all else");

  private final String title;
  private final boolean isOptional;

  ExampleFile(String title) {
    this(title, false);
  }

  ExampleFile(String title, boolean isOptional) {
    this.title = title;
    this.isOptional = isOptional;
  }

  /** Whether an example may have none: those for a single workload say nothing of them. */
  boolean isOptional() {
    return isOptional;
  }

  String title() {
    return title;
  }

  static Optional<ExampleFile> titled(String title) {
    return Arrays.stream(values()).filter(one -> one.title.equals(title)).findFirst();
  }
}
