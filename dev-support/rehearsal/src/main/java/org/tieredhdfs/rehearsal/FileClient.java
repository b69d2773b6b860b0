package org.tieredhdfs.rehearsal;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IOUtils;

/**
 * An HDFS client that writes, flushes, appends, renames, lists, reads and deletes its own files
 * below a directory, one operation at a time, and checks their content.
 *
 * <p>Used by one thread.
 */
final class FileClient {
  private static final int MAX_FILES = 60;
  private static final int MIN_BYTES = 1 << 10;
  private static final int MAX_BYTES = 1 << 20;
  private static final int CHUNK = 64 << 10;
  private static final long PAUSE_MS = 20;
  private static final int KINDS = 100;

  /** What a stock client says of a file that is being written, right after a failover. */
  private static final String NO_LENGTH = "Could not obtain the last block locations.";

  private final FileSystem fs;
  private final Path directory;
  private final ClientCounts figures;
  private final SplittableRandom random;
  private final List<Written> files = new ArrayList<>();
  private long next;

  private record Written(Path path, long seed, long length) {}

  FileClient(FileSystem fs, Path directory, long seed, ClientCounts figures) {
    this.fs = fs;
    this.directory = directory;
    this.figures = figures;
    random = new SplittableRandom(seed);
    next = seed << 32;
  }

  void run(CountDownLatch end) {
    figures.count("mkdirs", () -> fs.mkdirs(directory));
    try {
      do {
        step();
      } while (!end.await(PAUSE_MS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void step() {
    int kind = random.nextInt(KINDS);
    if (files.isEmpty() || (kind < 35 && files.size() <= MAX_FILES)) {
      create();
      return;
    }
    int index = random.nextInt(files.size());
    Written file = files.get(index);
    if (files.size() > MAX_FILES) {
      files.remove(index);
      figures.count("delete", () -> delete(file));
    } else if (kind < 65) {
      figures.count("read", () -> read(file));
    } else if (kind < 75) {
      figures.count("pread", () -> readPart(file));
    } else if (kind < 82) {
      figures.count("append", () -> files.set(index, append(file)));
    } else if (kind < 92) {
      figures.count("rename", () -> files.set(index, rename(file)));
    } else {
      figures.count("list", this::list);
    }
  }

  private void create() {
    long seed = next++;
    Written file =
        new Written(new Path(directory, "f" + seed), seed, random.nextInt(MIN_BYTES, MAX_BYTES));
    boolean flushes = random.nextInt(3) == 0;
    figures.count(flushes ? "createAndFlush" : "create", () -> create(file, flushes));
  }

  private void create(Written file, boolean flushes) throws Exception {
    long half = flushes ? file.length() / 2 : 0;
    writeAndClose(
        fs.create(file.path(), false),
        out -> {
          write(out, file, 0, half);
          if (flushes) {
            out.hflush();
            readWhileOpen(new Written(file.path(), file.seed(), half));
          }
          write(out, file, half, file.length());
        });
    files.add(file);
  }

  /** What a client writes into a stream that is open. */
  private interface Pieces {
    void into(FSDataOutputStream out) throws Exception;
  }

  /**
   * Not try-with-resources: a stream of HDFS that failed throws the same exception again when it is
   * closed, and an exception cannot suppress itself.
   */
  private static void writeAndClose(FSDataOutputStream out, Pieces pieces) throws Exception {
    try {
      pieces.into(out);
    } catch (Exception e) {
      IOUtils.closeStream(out);
      throw e;
    }
    out.close();
  }

  private static void write(FSDataOutputStream out, Written file, long from, long to)
      throws IOException {
    for (long at = from; at < to; at += CHUNK) {
      out.write(Contents.of(file.seed(), at, (int) Math.min(CHUNK, to - at)));
    }
  }

  private Written append(Written file) throws Exception {
    long length = file.length() + random.nextInt(MIN_BYTES, MAX_BYTES / 4);
    Written longer = new Written(file.path(), file.seed(), length);
    writeAndClose(fs.append(file.path()), out -> write(out, longer, file.length(), length));
    return longer;
  }

  private Written rename(Written file) throws IOException {
    Written renamed = new Written(new Path(directory, "r" + next++), file.seed(), file.length());
    if (!fs.rename(file.path(), renamed.path())) {
      throw new IOException(file.path() + " cannot be renamed to " + renamed.path());
    }
    return renamed;
  }

  private void delete(Written file) throws IOException {
    if (!fs.delete(file.path(), false)) {
      throw new FileNotFoundException(file.path() + " was not there to be deleted");
    }
  }

  private void list() throws IOException {
    FileStatus[] listed = fs.listStatus(directory);
    if (listed.length < files.size()) {
      throw new IOException(
          directory + " has " + listed.length + " files, it should have " + files.size());
    }
  }

  private void readPart(Written file) throws IOException {
    long position = random.nextLong(file.length());
    byte[] part = new byte[(int) Math.min(CHUNK, file.length() - position)];
    try (FSDataInputStream in = fs.open(file.path())) {
      in.readFully(position, part);
    }
    requireRight(file, position, part, part.length);
  }

  private void read(Written file) throws IOException {
    byte[] buffer = new byte[CHUNK];
    try (FSDataInputStream in = fs.open(file.path())) {
      for (long at = 0; at < file.length(); ) {
        int length = in.read(buffer, 0, (int) Math.min(CHUNK, file.length() - at));
        if (length < 0) {
          throw new IOException(
              file.path() + " ends at byte " + at + " instead of " + file.length());
        }
        requireRight(file, at, buffer, length);
        at += length;
      }
    }
  }

  /**
   * DataNodes tell of a replica that is being written with their next heartbeat. A NameNode that
   * has just become active may not know it before, and the client's own retries look at its first
   * answer again and again (DFSInputStream of 3.4.3 and 3.5.0): to open it anew is left to the
   * program.
   */
  private void readWhileOpen(Written file) throws IOException {
    try {
      read(file);
    } catch (IOException e) {
      if (!NO_LENGTH.equals(e.getMessage())) {
        throw e;
      }
      figures.count("openedAnew", () -> read(file));
    }
  }

  private static void requireRight(Written file, long position, byte[] bytes, int length)
      throws IOException {
    OptionalInt wrong = Contents.firstWrong(file.seed(), position, bytes, length);
    if (wrong.isPresent()) {
      throw new IOException(file.path() + " is damaged at byte " + (position + wrong.getAsInt()));
    }
  }

  /** Reads everything that it wrote and did not delete; how many files that is. */
  int verify() {
    for (Written file : files) {
      figures.count("verifiedFile", () -> read(file));
    }
    return files.size();
  }
}
