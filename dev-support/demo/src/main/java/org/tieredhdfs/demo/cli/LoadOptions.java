package org.tieredhdfs.demo.cli;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.demo.LoadPlan;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import picocli.CommandLine.Option;

/** The options that say what YCSB loads, and where the report goes. */
public final class LoadOptions {
  @Option(
      names = "--records",
      paramLabel = "N",
      description = "rows of 5 fields of 200 bytes; default: ${DEFAULT-VALUE}")
  private int records = 100_000;

  @Option(
      names = "--operations",
      paramLabel = "N",
      description = "reads and updates after the load; default: ${DEFAULT-VALUE}")
  private int operations = 20_000;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "threads of the YCSB client; default: ${DEFAULT-VALUE}")
  private int threads = 4;

  @Option(
      names = "--regions",
      paramLabel = "N",
      description = "regions of the table; default: ${DEFAULT-VALUE}")
  private int regions = 4;

  @Option(
      names = "--out",
      paramLabel = "D",
      description =
          "folder of report.json, report.html and the client's logs; by default"
              + " target/demo (demo), target/bench/load (load) in the repository")
  private @Nullable Path out;

  public Path out(String byDefault) {
    Path given = out;
    return given == null ? ClusterOption.home().resolve(byDefault) : given;
  }

  public LoadPlan plan(String byDefault) {
    return new LoadPlan(records, operations, threads, regions, out(byDefault));
  }
}
