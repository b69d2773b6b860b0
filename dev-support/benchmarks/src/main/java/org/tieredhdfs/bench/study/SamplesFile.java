package org.tieredhdfs.bench.study;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tieredhdfs.report.Side;

/** RegionServers and machine over time in each row of a report: {@code samples.csv} beside it. */
final class SamplesFile {
  private static final String HEAD =
      "case,side,repeat,elapsedMs,memStoreBytes,heapBytes,flushQueue,compactionQueue,updatesBlockedMs,tooBusy,flushedBytes,compactedBytes,gcMs,walSyncMaxMs,cpuUserTicks,cpuSystemTicks,cpuIowaitTicks,cpuTotalTicks,networkBytes,memoryAvailableBytes\n";
  private static final Set<ServerFigure> COLUMNS =
      EnumSet.range(ServerFigure.MEM_STORE_BYTES, ServerFigure.WAL_SYNC_MAX_MS);

  private final Path file;

  /**
   * @param out folder of the report
   */
  SamplesFile(Path out) {
    file = out.resolve("samples.csv");
  }

  /** Removes that of an earlier run. */
  void delete() throws IOException {
    Files.deleteIfExists(file);
  }

  void add(String caseName, Side side, int repeat, List<LoadSampling.Moment> moments)
      throws IOException {
    StringBuilder lines = new StringBuilder(Files.exists(file) ? "" : HEAD);
    for (LoadSampling.Moment moment : moments) {
      MachineSample machine = moment.machine();
      lines.append(caseName).append(',').append(side.label()).append(',');
      lines.append(
          Stream.of(
                  Stream.of((long) repeat, moment.elapsedMs()),
                  COLUMNS.stream().map(figure -> figure.in(moment.servers())),
                  Stream.of(
                      machine.userTicks(),
                      machine.systemTicks(),
                      machine.iowaitTicks(),
                      machine.totalTicks(),
                      machine.networkBytes(),
                      machine.availableBytes()))
              .flatMap(part -> part)
              .map(String::valueOf)
              .collect(Collectors.joining(",", "", "\n")));
    }
    Files.write(
        file,
        lines.toString().getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
