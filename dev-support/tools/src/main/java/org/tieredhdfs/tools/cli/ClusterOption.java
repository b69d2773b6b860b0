package org.tieredhdfs.tools.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.tools.cluster.ClusterDirs;
import picocli.CommandLine.Option;

/** The option that says which cluster is meant, the same for all commands. */
final class ClusterOption {
  private static final String HOME = "tieredhdfs.home";

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "the cluster's directory; by default target/cluster in the repository")
  private @Nullable Path dir;

  /** The root of the repository, told by the script. */
  static Path home() {
    return Path.of(System.getProperty(HOME, "."));
  }

  Path dir() {
    Path given = dir;
    return given == null ? home().resolve("target/cluster") : given;
  }

  ClusterDirs dirs() {
    return ClusterDirs.of(dir());
  }
}
