package org.tieredhdfs.tools.bench.mover;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.tools.cluster.ClusterView;

/** Our mover's service in a process of its own, which hears of renames by itself. */
final class OurService implements Mover {
  private static final String MAIN_CLASS = "org.tieredhdfs.mover.cli.FileMoverCommand";
  private static final String LOG = "filemover.out";
  private static final String AT_WORK = "At work";
  private static final long START_LIMIT_MS = 60_000;
  private static final long POLL_MS = 200;

  private final Process process;

  OurService(ClusterView view) throws IOException, InterruptedException {
    process = ChildProcess.start(view, MAIN_CLASS, List.of("serve"), LOG);
    try {
      awaitStart(view.dirs().logs().resolve(LOG));
    } catch (IOException | InterruptedException e) {
      close();
      throw e;
    }
  }

  private void awaitStart(java.nio.file.Path log) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    while (!Files.readString(log, StandardCharsets.UTF_8).contains(AT_WORK)) {
      if (!process.isAlive()
          || System.nanoTime() - startNs > TimeUnit.MILLISECONDS.toNanos(START_LIMIT_MS)) {
        throw new IOException("the file mover's service did not come up; see " + log);
      }
      Thread.sleep(POLL_MS);
    }
  }

  @Override
  public void begin(Path directory) {
    // It has seen the rename.
  }

  @Override
  public void end() {
    // It goes on running.
  }

  @Override
  public void close() {
    ChildProcess.end(process);
  }
}
