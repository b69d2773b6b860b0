package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
import org.tieredhdfs.mover.status.ServiceReport;

/** A million files that a rule holds back, in a service with 640 MB of heap, over a kill -9. */
@Tag("slow")
class MillionRequestsTest {
  private static final int REQUESTS = 1_000_000;
  private static final int BATCH = 1_000;
  private static final int RENAMES = 20;
  private static final String HEAP = "-Xmx640m";
  private static final long PATIENCE_MIN = 10;

  private static final org.apache.hadoop.fs.Path SSD = new org.apache.hadoop.fs.Path("/ssd");

  @TempDir static Path folder;

  @Test
  void aMillionFilesThatAreHeldBackSurviveAKillAndRenamesBesideThemAreFollowed() throws Exception {
    try (MoverCluster cluster =
        MoverCluster.alike(folder.resolve("dfs").toFile(), StorageType.SSD, StorageType.DISK)) {
      Configuration conf = new Configuration(cluster.conf);
      conf.set("dfs.mover.file.service.standby.interval", "100ms");
      // As usual: the cluster has small ones
      conf.set("dfs.blocksize", "128m");
      conf.set("dfs.mover.file.rules", "resting");
      conf.set("dfs.mover.file.rule.resting.path", "/warehouse");
      conf.set("dfs.mover.file.rule.resting.min.age", "30d");
      Path file = folder.resolve("conf.xml");
      try (OutputStream out = Files.newOutputStream(file)) {
        conf.writeXml(out);
      }
      String uri = cluster.fs.getUri().toString();
      cluster.fs.mkdirs(SSD);
      cluster.fs.setStoragePolicy(SSD, "ALL_SSD");
      for (int i = 0; i < RENAMES; i++) {
        cluster.file("/data/" + i, 1, 1);
      }
      String filled = run("fill", file, uri);
      String recovered = run("recover", file, uri);
      String restarted = run("restart", file, uri);
      System.out.println(
          "filled: " + filled + "\nrecovered: " + recovered + "\nrestarted: " + restarted);
      assertThat(filled).contains("open=" + REQUESTS).contains("delayed=" + REQUESTS);
      assertThat(recovered).contains("open=" + REQUESTS).contains("delayed=" + REQUESTS);
      assertThat(recovered).contains("followed=" + RENAMES);
      assertThat(restarted).contains("open=" + REQUESTS).contains("delayed=" + REQUESTS);
    }
  }

  /** Runs a service in a process of its own, which ends as if it had been killed. */
  private static String run(String task, Path conf, String uri) throws Exception {
    Path out = folder.resolve(task + ".out");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    HEAP,
                    "-cp",
                    System.getProperty("java.class.path"),
                    Main.class.getName(),
                    task,
                    conf.toString(),
                    uri))
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start();
    try {
      assertThat(process.waitFor(PATIENCE_MIN, TimeUnit.MINUTES)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    List<String> lines = Files.readAllLines(out);
    List<String> told = lines.stream().filter(line -> line.startsWith("told ")).toList();
    assertThat(told).as(String.join("\n", lines)).hasSize(1);
    return told.get(0);
  }

  /** The process with the small heap. */
  static final class Main {
    private Main() {}

    public static void main(String[] args) throws Exception {
      Configuration conf = new Configuration(false);
      conf.addResource(new File(args[1]).toURI().toURL());
      long startNs = System.nanoTime();
      MoverService service = MoverService.start(conf, URI.create(args[2]));
      long startedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
      if (args[0].equals("fill")) {
        fill(service.requests());
      }
      while (service.report().delayed() < REQUESTS) {
        Thread.sleep(100);
      }
      long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
      long renamedNs = System.nanoTime();
      int followed = args[0].equals("recover") ? rename(conf, URI.create(args[2])) : 0;
      long followedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - renamedNs);
      while (service.open() > REQUESTS) {
        Thread.sleep(100);
      }
      System.gc();
      Runtime runtime = Runtime.getRuntime();
      ServiceReport report = service.report();
      System.out.printf(
          "told open=%d delayed=%d active after %d ms, complete after %d ms, followed=%d in %d ms,"
              + " heap=%d MB of %d%n",
          report.open(),
          report.delayed(),
          startedMs,
          tookMs,
          followed,
          followedMs,
          (runtime.totalMemory() - runtime.freeMemory()) >> 20,
          runtime.maxMemory() >> 20);
      System.out.flush();
      if (args[0].equals("recover")) {
        service.close();
      }
      runtime.halt(0);
    }

    /** Renames files to where they belong on SSD; returns how many got there. */
    private static int rename(Configuration conf, URI uri) throws Exception {
      int followed = 0;
      try (FileSystem fs = FileSystem.newInstance(uri, conf)) {
        for (int i = 0; i < RENAMES; i++) {
          fs.rename(new org.apache.hadoop.fs.Path("/data/" + i), file(i));
        }
        for (int i = 0; i < RENAMES; i++) {
          while (fs.getFileBlockLocations(file(i), 0, 1)[0].getStorageTypes()[0]
              != StorageType.SSD) {
            Thread.sleep(50);
          }
          followed++;
        }
      }
      return followed;
    }

    private static org.apache.hadoop.fs.Path file(int number) {
      return new org.apache.hadoop.fs.Path(SSD, "" + number);
    }

    private static void fill(OpenRequests requests) throws IOException, InterruptedException {
      for (int i = 0; i < REQUESTS; i += BATCH) {
        List<QueuedRequest> batch = new ArrayList<>();
        for (int j = i; j < i + BATCH; j++) {
          String path = "/warehouse/database.db/table/day=2026-11-21/part-" + j + ".parquet";
          batch.add(QueuedRequest.ofEvent(100_000 + j, path, Origin.RENAME, false));
        }
        requests.accept(batch, requests.lastTransaction());
      }
    }
  }
}
