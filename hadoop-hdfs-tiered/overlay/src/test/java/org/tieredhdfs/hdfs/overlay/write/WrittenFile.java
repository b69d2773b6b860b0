package org.tieredhdfs.hdfs.overlay.write;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Random;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream.SyncFlag;

/** A file that is written in random pieces with flushes, syncs and appends, and its contents. */
final class WrittenFile {
  private static final int MOST_BYTES = 200_000;

  private final DistributedFileSystem fs;
  private final Path path;
  private final Random random;
  private final ByteArrayOutputStream contents = new ByteArrayOutputStream();

  WrittenFile(DistributedFileSystem fs, String name, long seed) {
    this.fs = fs;
    this.path = new Path("/" + name);
    this.random = new Random(seed);
  }

  /** Creates it and appends to it so often. */
  void write(int appends, int pieces) throws IOException {
    for (int times = 0; times <= appends; times++) {
      try (FSDataOutputStream out = times == 0 ? fs.create(path, true) : fs.append(path)) {
        for (int i = 0; i < pieces; i++) {
          piece(out);
        }
      }
    }
  }

  private void piece(FSDataOutputStream out) throws IOException {
    byte[] bytes = new byte[size()];
    random.nextBytes(bytes);
    int offset = random.nextInt(bytes.length);
    switch (random.nextInt(8)) {
      case 0 -> {
        out.write(bytes[0]);
        contents.write(bytes[0]);
        return;
      }
      case 1 -> out.hflush();
      case 2 -> out.hsync();
      case 3 -> ((HdfsDataOutputStream) out).hsync(EnumSet.of(SyncFlag.UPDATE_LENGTH));
      case 4 -> out.flush();
      default -> {
        // most pieces follow each other
      }
    }
    out.write(bytes, offset, bytes.length - offset);
    contents.write(bytes, offset, bytes.length - offset);
  }

  /** Some are as long as chunks, or nearly so. */
  private int size() {
    int chunks = 512 * (1 + random.nextInt(20));
    return switch (random.nextInt(4)) {
      case 0 -> chunks;
      case 1 -> chunks + 1 - random.nextInt(3);
      case 2 -> 1 + random.nextInt(100);
      default -> 1 + random.nextInt(MOST_BYTES);
    };
  }

  byte[] contents() {
    return contents.toByteArray();
  }

  /** Reads it, checksums and all. */
  byte[] read(DistributedFileSystem reader) throws IOException {
    return DFSTestUtil.readFileAsBytes(reader, path);
  }
}
