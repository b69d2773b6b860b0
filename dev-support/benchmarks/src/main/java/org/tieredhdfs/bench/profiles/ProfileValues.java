package org.tieredhdfs.bench.profiles;

import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.localcluster.spec.Daemon;

/** Whose values the execution profiles of a DataNode have; each has a DataNode of its own. */
@SuppressWarnings("ImmutableEnumChecker") // what Map.of makes stays as it is
enum ProfileValues {
  /** This project's: nothing is configured. */
  DEFAULTS(0, Map.of()),
  /** Hadoop's, where this project's differ and what they do can be compared. */
  HADOOP(
      1,
      Map.of(
          "ARCHIVE.sync.behind.writes", "false",
          "ARCHIVE.drop.behind.writes", "false",
          "ARCHIVE.drop.behind.reads", "false",
          "RAMDISK.readahead", "4m"));

  private final int number;
  private final Map<String, String> settings;

  ProfileValues(int number, Map<String, String> settings) {
    this.number = number;
    this.settings = settings;
  }

  /** The number of the DataNode that has them. */
  int number() {
    return number;
  }

  /** Its name. */
  String dataNode() {
    return Daemon.dataNodeName(number);
  }

  /** By type and setting, {@code RAMDISK.readahead}. */
  Map<String, String> settings() {
    return settings;
  }

  /** As it stands in the names of rows. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
