package org.tieredhdfs.hdfs.overlay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.jspecify.annotations.Nullable;

/**
 * A client that is loaded with stock Hadoop alone, so that nothing but JDK types may go in and out.
 */
public final class IsolatedStockClient implements UnaryOperator<Map<String, String>> {
  private static final int BUFFER_BYTES = 4096;

  /**
   * Writes, reads, appends to and looks at a file.
   *
   * @param task {@code fs}, {@code file}, {@code replication}, {@code block} bytes, and {@code
   *     pause}: a property that the caller sets when the writer, which is in mid-block, may go on
   * @return {@code blocks} and {@code hosts} of the file
   */
  @Override
  public Map<String, String> apply(Map<String, String> task) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // Hadoop looks for services and configuration there
    thread.setContextClassLoader(IsolatedStockClient.class.getClassLoader());
    try {
      return run(task);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static Map<String, String> run(Map<String, String> task) throws IOException {
    Configuration conf = new Configuration();
    conf.set("fs.defaultFS", task.get("fs"));
    conf.set("dfs.client.block.write.replace-datanode-on-failure.policy", "ALWAYS");
    int blockBytes = Integer.parseInt(task.get("block"));
    short replication = Short.parseShort(task.get("replication"));
    Path file = new Path(task.get("file"));
    byte[] content = new byte[3 * blockBytes];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (i * 31 + i / blockBytes);
    }
    try (FileSystem fs = FileSystem.newInstance(conf)) {
      int half = blockBytes + blockBytes / 2;
      try (FSDataOutputStream out = fs.create(file, true, BUFFER_BYTES, replication, blockBytes)) {
        out.write(content, 0, half);
        out.hflush();
        require(fs, file, Arrays.copyOf(content, half));
        await(task.get("pause"));
        out.write(content, half, 100);
      }
      awaitReplicas(fs, file, replication);
      try (FSDataOutputStream out = fs.append(file)) {
        out.write(content, half + 100, content.length - half - 100);
      }
      require(fs, file, content);
      awaitReplicas(fs, file, replication);
      BlockLocation[] locations = fs.getFileBlockLocations(file, 0, content.length);
      return Map.of(
          "blocks", Integer.toString(locations.length),
          "hosts", Integer.toString(locations[0].getHosts().length));
    }
  }

  private static void await(@Nullable String property) throws IOException {
    if (property != null) {
      System.setProperty(property, "reached");
      while ("reached".equals(System.getProperty(property))) {
        rest();
      }
    }
  }

  /**
   * A file is closed as soon as the NameNode knows of one replica; who appends to it then has a
   * pipeline of that one, and stock Hadoop refuses for minutes to copy the block to the others.
   */
  private static void awaitReplicas(FileSystem fs, Path file, int replication) throws IOException {
    long bytes = fs.getFileStatus(file).getLen();
    while (true) {
      boolean areAll = true;
      for (BlockLocation block : fs.getFileBlockLocations(file, 0, bytes)) {
        areAll &= block.getNames().length >= replication;
      }
      if (areAll) {
        return;
      }
      rest();
    }
  }

  private static void rest() throws IOException {
    try {
      Thread.sleep(10);
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
  }

  private static void require(FileSystem fs, Path file, byte[] expected) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      byte[] found = in.readAllBytes();
      if (!Arrays.equals(found, expected)) {
        throw new IOException("read " + found.length + " other bytes than were written");
      }
    }
  }
}
