package org.tieredhdfs.bench.jmh;

import java.io.IOException;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;

/** Runs {@link StoreFileBenchmark} on a file system. */
public final class StoreFileRun {
  private StoreFileRun() {}

  /**
   * Measures each engine and number of cells, and writes a table.
   *
   * @param fileSystem URI of the HDFS to write to
   * @param forks processes, one after the other, for each figure
   */
  public static void run(String fileSystem, int forks, JmhOptions jmh)
      throws IOException, RunnerException {
    JmhTable table = new JmhTable("microsPerFile", "engine", "cells");
    table.add(
        new Runner(
                jmh.of(StoreFileBenchmark.class)
                    .threads(1)
                    .forks(forks)
                    .jvmArgsAppend("-D" + StoreFileBenchmark.FILE_SYSTEM + "=" + fileSystem)
                    .build())
            .run());
    jmh.write(table);
  }
}
