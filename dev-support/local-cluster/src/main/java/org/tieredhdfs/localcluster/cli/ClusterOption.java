package org.tieredhdfs.localcluster.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import picocli.CommandLine.Option;

/** The option that selects the cluster, the same for all commands. */
public final class ClusterOption {
  private static final String HOME = "tieredhdfs.home";

  @Option(
      names = "--dir",
      paramLabel = "D",
      description = "the cluster's directory; by default target/cluster in the repository")
  private @Nullable Path dir;

  /** The root of the repository, told by the script. */
  public static Path home() {
    return Path.of(System.getProperty(HOME, "."));
  }

  public Path dir() {
    Path given = dir;
    return given == null ? home().resolve("target/cluster") : given;
  }

  public ClusterDirs dirs() {
    return ClusterDirs.of(dir());
  }
}
