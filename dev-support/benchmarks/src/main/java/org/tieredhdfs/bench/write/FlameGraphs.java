package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tieredhdfs.report.Side;

/**
 * A flame graph of the client and of the first DataNode for each case and side: {@code
 * flame-CASE-SIDE-client.html} and {@code ...-datanode.html}. Used by one thread.
 */
final class FlameGraphs {
  /** How often a case runs while samples are taken: one run of a stream is over in a second. */
  private static final int RUNS = 5;

  private final WriteSides sides;
  private final Path folder;

  FlameGraphs(WriteSides sides, Path folder) {
    this.sides = sides;
    this.folder = folder;
  }

  /**
   * Runs a case on one side under the profiler and draws.
   *
   * @throws IOException if a process cannot be profiled, or the case fails
   */
  void draw(WriteCase one, Side side) throws IOException, InterruptedException {
    Files.createDirectories(folder);
    Map<String, Long> pids = new LinkedHashMap<>();
    pids.put("client", sides.clientPid(side));
    pids.put("datanode", sides.dataNodePid(side));
    try (CpuProfiler profiler = new CpuProfiler()) {
      for (long pid : pids.values()) {
        profiler.start(pid);
      }
      try {
        for (int i = 0; i < RUNS; i++) {
          sides.measure(one, side, i);
          sides.deleteWritten();
        }
      } finally {
        for (Map.Entry<String, Long> process : pids.entrySet()) {
          String name = one.name() + "-" + side.label() + "-" + process.getKey();
          profiler.stop(process.getValue(), name, folder.resolve("flame-" + name + ".html"));
        }
      }
    }
  }
}
