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

  private final DistributedFileSystem fs;
  private final OperationLog log;
  private final OperationKind kind;
  private final FileSet files;
  private final Random random;
  private final byte[] piece = new byte[PIECE_BYTES];

  private @Nullable FSDataInputStream in;
  private int file;

  /**
   * Files of the same size in one directory, each known by its number.
   *
   * @param directory that holds them
   * @param count how many there are
   * @param bytes size of each
   */
  record FileSet(Path directory, int count, int bytes) {
    Path path(int number) {
      return new Path(directory, "file-" + number);
    }

    /** Writes them all. */
    void write(DistributedFileSystem fs) throws IOException {
      for (int i = 0; i < count; i++) {
        try (FSDataOutputStream out = fs.create(path(i), true)) {
          out.write(new KnownBytes(i).at(0, bytes));
        }
      }
    }
  }

  ReadLoad(
      DistributedFileSystem fs, OperationLog log, OperationKind kind, FileSet files, long seed) {
    this.fs = fs;
    this.log = log;
    this.kind = kind;
    this.files = files;
    this.random = new Random(seed);
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
      file = random.nextInt(files.count());
      open = fs.open(files.path(file));
      in = open;
    }
    long position = random.nextInt(files.bytes() - PIECE_BYTES + 1);
    open.readFully(position, piece);
    if (!new KnownBytes(file).matches(position, piece, PIECE_BYTES)) {
      throw new IOException(files.path(file) + " has wrong bytes at " + position);
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
