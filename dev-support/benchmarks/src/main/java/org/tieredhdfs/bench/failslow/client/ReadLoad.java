package org.tieredhdfs.bench.failslow.client;

import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;

/**
 * A reader of pieces of known files at random places; a file stays open for some reads, so that
 * some know the replicas from before a fault. Used by one thread.
 */
final class ReadLoad {
  private static final int PIECE_BYTES = 64 << 10;
  private static final int READS_OF_A_STREAM = 16;
  private static final int FILES = 20;
  private static final int FILE_BYTES = 4 << 20;

  private final DistributedFileSystem fs;
  private final OperationLog log;
  private final OperationKind kind;
  private final Path root;
  private final Random random;
  private final byte[] piece = new byte[PIECE_BYTES];

  private @Nullable FSDataInputStream in;
  private int file;

  ReadLoad(DistributedFileSystem fs, OperationLog log, OperationKind kind, long seed) {
    this.fs = fs;
    this.log = log;
    this.kind = kind;
    this.root = new Path(kind.root());
    this.random = new Random(seed);
  }

  /** Writes the files that are read below a directory, each known by its number. */
  static void fill(DistributedFileSystem fs, String root) throws IOException {
    for (int i = 0; i < FILES; i++) {
      try (FSDataOutputStream out = fs.create(path(new Path(root), i), true)) {
        out.write(new KnownBytes(i).at(0, FILE_BYTES));
      }
    }
  }

  private static Path path(Path root, int number) {
    return new Path(root, "read/file-" + number);
  }

  /** Reads a piece; wrong bytes are a failure. */
  void step(int number) throws IOException {
    if (number % READS_OF_A_STREAM == 0) {
      close();
    }
    try {
      log.time(kind, this::read);
    } catch (IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  private void read() throws IOException {
    FSDataInputStream open = in;
    if (open == null) {
      file = random.nextInt(FILES);
      open = fs.open(path(root, file));
      in = open;
    }
    long position = random.nextInt(FILE_BYTES - PIECE_BYTES + 1);
    open.readFully(position, piece);
    if (!new KnownBytes(file).matches(position, piece, PIECE_BYTES)) {
      throw new IOException(path(root, file) + " has wrong bytes at " + position);
    }
  }

  void close() throws IOException {
    FSDataInputStream open = in;
    in = null;
    if (open != null) {
      open.close();
    }
  }
}
