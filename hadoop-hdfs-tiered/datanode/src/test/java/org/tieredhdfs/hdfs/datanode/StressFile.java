package org.tieredhdfs.hdfs.datanode;

import java.io.IOException;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.IOUtils;

/**
 * A file of a stress test whose every byte follows from its seed, and what the file system has
 * promised of it. Used by one thread at a time.
 */
final class StressFile {
  /** Whole checksum chunks: stock may cut a partial one off after a writer was interrupted. */
  private static final int UNIT_BYTES = 512;

  private final DistributedFileSystem fs;
  private final Path path;
  private final long seed;
  private long acknowledgedBytes;
  private boolean existed;

  StressFile(DistributedFileSystem fs, Path path, long seed) {
    this.fs = fs;
    this.path = path;
    this.seed = seed;
  }

  Path path() {
    return path;
  }

  /** Whether something of it was acknowledged. */
  boolean isPromised() {
    return existed;
  }

  void create(Random random) throws IOException {
    FSDataOutputStream out = fs.create(path, false);
    existed = true;
    writeAndClose(out, 0, random);
  }

  void append(Random random) throws IOException {
    if (!existed) {
      return;
    }
    FSDataOutputStream out = fs.append(path);
    writeAndClose(out, out.getPos(), random);
  }

  /** Closes without try-with-resources: a failed stream throws the same exception once more. */
  private void writeAndClose(FSDataOutputStream out, long start, Random random) throws IOException {
    try {
      write(out, start, random);
    } finally {
      IOUtils.closeStream(out);
    }
  }

  private void write(FSDataOutputStream out, long start, Random random) throws IOException {
    long position = start;
    for (int part = random.nextInt(4); part >= 0; part--) {
      int bytes = UNIT_BYTES * (1 + random.nextInt(200));
      out.write(content(position, bytes));
      position += bytes;
      if (random.nextBoolean()) {
        out.hflush();
        acknowledgedBytes = Math.max(acknowledgedBytes, position);
      }
    }
    out.close();
    acknowledgedBytes = Math.max(acknowledgedBytes, position);
  }

  /** Reads it all; a read may fail, but it must not give wrong bytes. */
  void read() throws IOException {
    if (!existed) {
      return;
    }
    byte[] buffer = new byte[UNIT_BYTES * 16];
    long position = 0;
    try (FSDataInputStream in = fs.open(path)) {
      int read = in.read(buffer);
      while (read > 0) {
        byte[] expected = content(position, read);
        for (int i = 0; i < read; i++) {
          if (buffer[i] != expected[i]) {
            throw new AssertionError("wrong byte at " + (position + i) + " of " + path);
          }
        }
        position += read;
        read = in.read(buffer);
      }
    }
    if (position < acknowledgedBytes) {
      throw new AssertionError(
          path + " has " + position + " bytes, acknowledged were " + acknowledgedBytes);
    }
  }

  private byte[] content(long position, int bytes) {
    byte[] content = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      long at = position + i;
      content[i] = (byte) (seed * 31 + at * 7 + (at >> 9));
    }
    return content;
  }

  @Override
  public String toString() {
    return path + " with " + acknowledgedBytes + " acknowledged bytes";
  }
}
