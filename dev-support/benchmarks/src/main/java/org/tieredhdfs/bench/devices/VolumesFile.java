package org.tieredhdfs.bench.devices;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.report.BenchmarkCase;

/** The load of each volume in each row of a report: {@code volumes.csv} beside it. */
public final class VolumesFile {
  private static final String NAME = "volumes.csv";
  private static final String HEAD =
      "case,side,repeat,volume,requestsPerSec,readMbPerSec,writeMbPerSec,awaitMs,utilPercent\n";

  private final Path file;

  /**
   * @param out folder of the report
   */
  public VolumesFile(Path out) {
    file = out.resolve(NAME);
  }

  /** Removes that of an earlier run. */
  public void delete() throws IOException {
    Files.deleteIfExists(file);
  }

  /**
   * Adds a line for each volume.
   *
   * @param row in which they had this load
   * @param volumes their load by name
   */
  public void add(BenchmarkCase row, Map<String, DiskLoad> volumes) throws IOException {
    if (volumes.isEmpty()) {
      return;
    }
    StringBuilder lines = new StringBuilder(Files.exists(file) ? "" : HEAD);
    volumes.forEach(
        (volume, load) ->
            lines.append(
                String.format(
                    Locale.ROOT,
                    "%s,%s,%d,%s,%.1f,%.2f,%.2f,%.2f,%.1f%n",
                    row.name(),
                    row.side().label(),
                    row.repeat(),
                    volume,
                    load.requestsPerSec(),
                    load.readMbPerSec(),
                    load.writeMbPerSec(),
                    load.awaitMs(),
                    load.utilPercent())));
    Files.writeString(file, lines, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }
}
