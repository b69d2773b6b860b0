package org.tieredhdfs.demo.cli;

import java.nio.file.Path;
import org.tieredhdfs.demo.LoadPlan;
import picocli.CommandLine.Option;

/** The options of the YCSB load. */
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

  public LoadPlan plan(Path out) {
    return new LoadPlan(records, operations, threads, regions, out);
  }
}
