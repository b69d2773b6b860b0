package org.tieredhdfs.hdfs.overlay;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/** Clients that write, read, rename, list and delete files until they are told to stop. */
final class FileLoad implements AutoCloseable {
  private static final int BYTES = 200_000;
  private static final int KEPT = 20;

  private final DistributedFileSystem fs;
  private final Path folder;
  private final List<Thread> threads = new ArrayList<>();
  private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();
  private final Queue<Path> kept = new ConcurrentLinkedQueue<>();
  private final AtomicInteger operations = new AtomicInteger();
  private volatile boolean isStopped;

  FileLoad(DistributedFileSystem fs, Path folder, int clients) {
    this.fs = fs;
    this.folder = folder;
    for (int i = 0; i < clients; i++) {
      int client = i;
      Thread thread = new Thread(() -> work(client), "load-" + i);
      thread.start();
      threads.add(thread);
    }
  }

  private void work(int client) {
    for (int round = 0; !isStopped; round++) {
      try {
        oneRound(client, round);
      } catch (IOException | RuntimeException e) {
        failures.add(e);
      }
    }
  }

  private void oneRound(int client, int round) throws IOException {
    Path written = new Path(folder, client + "/new-" + round);
    Path renamed = new Path(folder, client + "/file-" + round);
    try (FSDataOutputStream out = fs.create(written)) {
      out.write(content(client, round), 0, BYTES / 2);
      out.hflush();
      out.write(content(client, round), BYTES / 2, BYTES - BYTES / 2);
    }
    if (!fs.rename(written, renamed)) {
      throw new IOException("not renamed: " + written);
    }
    requireContent(renamed);
    fs.listStatus(renamed.getParent());
    if (round < KEPT) {
      kept.add(renamed);
    } else if (!fs.delete(renamed, false)) {
      throw new IOException("not deleted: " + renamed);
    }
    operations.addAndGet(5);
  }

  private void requireContent(Path file) throws IOException {
    String[] name = file.getName().split("-", -1);
    int client = Integer.parseInt(file.getParent().getName());
    byte[] read = new byte[BYTES];
    try (FSDataInputStream in = fs.open(file)) {
      in.readFully(read);
    }
    if (!Arrays.equals(read, content(client, Integer.parseInt(name[1])))) {
      throw new IOException("wrong content: " + file);
    }
  }

  private static byte[] content(int client, int round) {
    byte[] bytes = new byte[BYTES];
    new Random(client * 1_000_003L + round).nextBytes(bytes);
    return bytes;
  }

  int operations() {
    return operations.get();
  }

  List<Throwable> failures() {
    return List.copyOf(failures);
  }

  /** Ends the load and reads every file that was kept once more. */
  void finish() throws IOException, InterruptedException {
    close();
    for (Thread thread : threads) {
      thread.join();
    }
    for (Path file : kept) {
      requireContent(file);
    }
  }

  @Override
  public void close() {
    isStopped = true;
  }
}
