package org.tieredhdfs.localcluster.cli;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option with the report's directory, the same for all commands. */
public final class ReportOption {
  @Option(
      names = "--out",
      paramLabel = "D",
      description =
          "folder of report.json, report.html and the logs of clients; default: ${DEFAULT-VALUE}")
  private Path folder;

  /**
   * @param byDefault a folder, below the root of the repository
   */
  public ReportOption(String byDefault) {
    folder = ClusterOption.home().resolve(byDefault);
  }

  public Path folder() {
    return folder;
  }
}
