package org.tieredhdfs.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;

/** Threads that write files of one block each, one after the other, and note where they lie. */
final class Writers implements AutoCloseable {
  private static final long END_LIMIT_MS = 120_000;
  private static final long PAUSE_AFTER_FAILURE_MS = 100;
  private static final String STORAGE_ID = "storageID=";

  private final BenchCluster cluster;
  private final DataNodeAddress node;
  private final byte[] content;
  private final Map<String, Integer> volumes;
  private final Queue<BlockWrite> writes = new ConcurrentLinkedQueue<>();
  private final AtomicLong failures = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private final long startNs = System.nanoTime();
  private volatile boolean isStopped;
  private volatile String firstFailure = "";

  private Writers(
      BenchCluster cluster, DataNodeAddress node, int blockBytes, Map<String, Integer> volumes) {
    this.cluster = cluster;
    this.node = node;
    this.content = new byte[blockBytes];
    this.volumes = volumes;
  }

  static Writers start(
      BenchCluster cluster, DataNodeAddress node, List<Volume> volumes, int threads, int blockBytes)
      throws IOException {
    Map<String, Integer> byStorage = new HashMap<>();
    for (Volume volume : volumes) {
      byStorage.put(storageId(volume), volumes.indexOf(volume));
    }
    Writers writers = new Writers(cluster, node, blockBytes, byStorage);
    for (int i = 0; i < threads; i++) {
      Path folder = new Path("/bench/w" + i);
      Thread thread = new Thread(() -> writers.loop(folder), "writer " + i);
      thread.setDaemon(true);
      writers.threads.add(thread);
      thread.start();
    }
    return writers;
  }

  private static String storageId(Volume volume) throws IOException {
    java.nio.file.Path version = volume.path().resolve("current/VERSION");
    return Files.readAllLines(version).stream()
        .filter(line -> line.startsWith(STORAGE_ID))
        .map(line -> line.substring(STORAGE_ID.length()))
        .findFirst()
        .orElseThrow(() -> new IOException(version + " has no storageID"));
  }

  private void loop(Path folder) {
    for (long number = 0; !isStopped; number++) {
      Path file = new Path(folder, "f" + number);
      try {
        long beginMs = elapsedMs();
        cluster.write(file, content, node, false);
        writes.add(new BlockWrite(beginMs, elapsedMs(), volumeOf(file)));
      } catch (IOException | RuntimeException e) {
        failures.incrementAndGet();
        if (firstFailure.isEmpty()) {
          firstFailure = String.valueOf(e);
        }
        if (!paused()) {
          return;
        }
      }
    }
  }

  private int volumeOf(Path file) throws IOException {
    LocatedBlock block =
        cluster.fs().getClient().getLocatedBlocks(file.toUri().getPath(), 0).get(0);
    Integer volume = volumes.get(block.getStorageIDs()[0]);
    if (volume == null) {
      throw new IOException(file + " lies on none of the volumes: " + block);
    }
    return volume;
  }

  private static boolean paused() {
    try {
      Thread.sleep(PAUSE_AFTER_FAILURE_MS);
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  long elapsedMs() {
    return (System.nanoTime() - startNs) / 1_000_000;
  }

  long failures() {
    return failures.get();
  }

  /** What the first failure was, empty if there was none. */
  String firstFailure() {
    return firstFailure;
  }

  /** Ends when the blocks begun are written, and says what was. */
  List<BlockWrite> finish() throws InterruptedException, ClusterException {
    isStopped = true;
    long endNs = System.nanoTime() + END_LIMIT_MS * 1_000_000;
    for (Thread thread : threads) {
      thread.join(Math.max(1, (endNs - System.nanoTime()) / 1_000_000));
      if (thread.isAlive()) {
        throw new ClusterException("a block is not written after " + END_LIMIT_MS / 1_000 + " s");
      }
    }
    return List.copyOf(writes);
  }

  @Override
  public void close() {
    isStopped = true;
    threads.forEach(Thread::interrupt);
  }
}
