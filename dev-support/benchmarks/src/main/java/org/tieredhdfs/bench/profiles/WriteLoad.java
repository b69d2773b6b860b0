package org.tieredhdfs.bench.profiles;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.FixedRateLoad;

/**
 * Writers of files, a log that is synced four times a second, and 20 reads a second at random, all
 * on one volume. Used by one thread.
 */
final class WriteLoad {
  static final double UNLIMITED = Double.POSITIVE_INFINITY;

  /** What a writer writes at a time: about a packet. */
  static final int CHUNK_BYTES = 64 * 1024;

  private static final int WRITERS = 4;
  private static final int CHUNKS_PER_FILE = 1024;
  private static final int SYNC_EVERY_MS = 250;
  private static final int RECORD_BYTES = 1024;
  private static final int READ_EVERY_MS = 50;
  private static final long END_LIMIT_MS = 60_000;

  private final ProfilesCluster cluster;
  private final ProfileValues values;
  private final Path readFile;
  private final double bytesPerSec;
  private final Random random;

  /**
   * @param readFile that is there; what is written goes beside it
   * @param bytesPerSec of all writers
   */
  WriteLoad(
      ProfilesCluster cluster, ProfileValues values, Path readFile, double bytesPerSec, int seed) {
    this.cluster = cluster;
    this.values = values;
    this.readFile = readFile;
    this.bytesPerSec = bytesPerSec;
    this.random = new Random(seed);
  }

  /** Runs it, and says how much was written in a second. */
  double run(int seconds) throws IOException, InterruptedException {
    Path folder = readFile.getParent();
    Path logFile = new Path(folder, "log");
    int reads = (int) (cluster.fs().getFileStatus(readFile).getLen() / CHUNK_BYTES);
    byte[] read = new byte[CHUNK_BYTES];
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try (FSDataInputStream in = cluster.fs().open(readFile);
        FSDataOutputStream log = cluster.create(logFile, values);
        FixedRateLoad syncs = FixedRateLoad.start("log", SYNC_EVERY_MS, number -> sync(log));
        FixedRateLoad readers =
            FixedRateLoad.start(
                "reads",
                READ_EVERY_MS,
                number ->
                    in.readFully(
                        (long) random.nextInt(reads) * CHUNK_BYTES, read, 0, CHUNK_BYTES))) {
      long startNs = System.nanoTime();
      List<Future<Long>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        Path own = new Path(folder, "written-" + i);
        writers.add(threads.submit(() -> write(own, startNs, startNs + seconds * 1_000_000_000L)));
      }
      double bytes = 0;
      for (Future<Long> writer : writers) {
        bytes += writer.get();
      }
      double took = (System.nanoTime() - startNs) / 1e9;
      end(syncs);
      end(readers);
      return bytes / took;
    } catch (ExecutionException e) {
      throw new IOException("a writer failed", e.getCause());
    } finally {
      threads.shutdownNow();
      cluster.fs().delete(logFile, false);
    }
  }

  private static void sync(FSDataOutputStream log) throws IOException {
    log.write(new byte[RECORD_BYTES]);
    log.hsync();
  }

  private static void end(FixedRateLoad load) throws IOException, InterruptedException {
    load.stop();
    if (!load.join(END_LIMIT_MS) || load.failures() > 0) {
      throw new IOException("a part of the load hangs or fails: " + load.firstFailure());
    }
  }

  /** One file after the other, at its part of the pace. */
  private long write(Path file, long startNs, long endNs) throws IOException, InterruptedException {
    byte[] chunk = new byte[CHUNK_BYTES];
    long bytes = 0;
    while (System.nanoTime() < endNs) {
      try (FSDataOutputStream out = cluster.create(file, values)) {
        for (int i = 0; i < CHUNKS_PER_FILE && System.nanoTime() < endNs; i++) {
          out.write(chunk);
          bytes += chunk.length;
          long dueNs = startNs + (long) (bytes * WRITERS / bytesPerSec * 1e9);
          TimeUnit.NANOSECONDS.sleep(dueNs - System.nanoTime());
        }
      }
    }
    cluster.fs().delete(file, false);
    return bytes;
  }
}
