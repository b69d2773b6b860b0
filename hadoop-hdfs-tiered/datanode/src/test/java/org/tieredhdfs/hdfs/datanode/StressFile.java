package org.tieredhdfs.hdfs.datanode;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Random;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.io.IOUtils;

/**
 * A file of a stress test whose every byte follows from its seed, and what the file system has
 * promised of it. Changed by one thread at a time, read by any.
 */
final class StressFile {
  /** Whole checksum chunks: stock may cut a partial one off after a writer was interrupted. */
  private static final int UNIT_BYTES = 512;

  private final DistributedFileSystem fs;
  private final Path path;
  private final long seed;
  private volatile long acknowledgedBytes;
  private volatile boolean existed;
  private boolean leftOpen;

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

  /** Whether a writer of it went away without closing it, so that its lease has to be recovered. */
  boolean isLeftOpen() {
    return leftOpen;
  }

  void create(Random random) throws IOException {
    FSDataOutputStream out = fs.create(path, false);
    existed = true;
    leftOpen = true;
    writeAndClose(out, 0, random);
  }

  void append(Random random) throws IOException {
    FSDataOutputStream out = fs.append(path);
    leftOpen = true;
    writeAndClose(out, out.getPos(), random);
  }

  /**
   * Whether the NameNode is about to take a copy away. It keeps the block itself in the command,
   * and an append meanwhile changes the stamp there: what is deleted then is the appended replica.
   */
  boolean isLosingACopy() throws IOException {
    short wanted = fs.getFileStatus(path).getReplication();
    return DFSTestUtil.getAllBlocks(fs, path).stream()
        .anyMatch(block -> block.getLocations().length > wanted);
  }

  /** Writes and goes away. */
  void abandon(Random random) throws IOException {
    FSDataOutputStream out = fs.append(path);
    leftOpen = true;
    try {
      writeParts(out, out.getPos(), random);
      out.hflush();
    } finally {
      DFSTestUtil.abortStream((DFSOutputStream) out.getWrappedStream());
    }
  }

  /** Has the lease recovered, once; tells whether the file is closed. */
  boolean recover() throws IOException {
    leftOpen = leftOpen && !fs.recoverLease(path);
    return !leftOpen;
  }

  /** Closes without try-with-resources: a failed stream throws the same exception once more. */
  private void writeAndClose(FSDataOutputStream out, long start, Random random) throws IOException {
    try {
      long end = writeParts(out, start, random);
      out.close();
      leftOpen = false;
      acknowledgedBytes = Math.max(acknowledgedBytes, end);
    } finally {
      IOUtils.closeStream(out);
    }
  }

  private long writeParts(FSDataOutputStream out, long start, Random random) throws IOException {
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
    return position;
  }

  /** Reads it all; a read may fail, but it must not give wrong bytes or too few. */
  void read() throws IOException {
    long promisedBytes = acknowledgedBytes;
    long position = 0;
    try (FSDataInputStream in = fs.open(path)) {
      position = compare(in, 0, path.toString());
    }
    if (position < promisedBytes) {
      throw new AssertionError(
          path + " has " + position + " bytes, acknowledged were " + promisedBytes);
    }
  }

  /** Compares a stream to what has to stand from a position on; returns where it ended. */
  long compare(InputStream in, long start, String what) throws IOException {
    byte[] buffer = new byte[UNIT_BYTES * 16];
    long position = start;
    int read = in.read(buffer);
    while (read > 0) {
      byte[] expected = content(position, read);
      int wrong = Arrays.mismatch(buffer, 0, read, expected, 0, read);
      if (wrong >= 0) {
        throw new AssertionError("wrong byte at " + (position + wrong) + " of " + what);
      }
      position += read;
      read = in.read(buffer);
    }
    return position;
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
