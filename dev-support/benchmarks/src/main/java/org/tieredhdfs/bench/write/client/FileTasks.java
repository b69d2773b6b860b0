package org.tieredhdfs.bench.write.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Files that so many threads work on, each with one file at a time, as the map tasks of DFSIO did.
 */
public final class FileTasks {
  private FileTasks() {}

  /** What is done with one file. */
  public interface FileTask {
    /**
     * @param file its number
     * @return how long each read or write took
     */
    Latencies run(int file) throws IOException;
  }

  /** How long a file took, the wait for a thread not included. */
  private record Done(long elapsedNs, Latencies latencies) {}

  /**
   * Does it with all files.
   *
   * @param bytes of all files together
   * @return bytes, elapsedNs from the first start to the last end, taskNs of all files together,
   *     and of the latencies p50Ns, p99Ns and ops
   */
  public static Map<String, Double> run(int files, int threads, long bytes, FileTask task)
      throws IOException, InterruptedException {
    List<Callable<Done>> tasks = new ArrayList<>();
    for (int i = 0; i < files; i++) {
      int file = i;
      tasks.add(
          () -> {
            long startNs = System.nanoTime();
            Latencies latencies = task.run(file);
            return new Done(System.nanoTime() - startNs, latencies);
          });
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      long startNs = System.nanoTime();
      List<Future<Done>> ended = pool.invokeAll(tasks);
      long elapsedNs = System.nanoTime() - startNs;
      List<Latencies> all = new ArrayList<>();
      long taskNs = 0;
      for (Future<Done> one : ended) {
        Done done = one.get();
        taskNs += done.elapsedNs();
        all.add(done.latencies());
      }
      Map<String, Double> figures = new LinkedHashMap<>();
      figures.put("bytes", (double) bytes);
      figures.put("elapsedNs", (double) elapsedNs);
      figures.put("taskNs", (double) taskNs);
      figures.putAll(Latencies.of(all).figures());
      return figures;
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } finally {
      pool.shutdownNow();
    }
  }
}
