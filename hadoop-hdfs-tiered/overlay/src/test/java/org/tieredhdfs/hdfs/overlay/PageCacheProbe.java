package org.tieredhdfs.hdfs.overlay;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;

/**
 * A cluster that writes and reads a file on each storage type, and prints how much of the block
 * files the kernel has in its page cache then, by {@code mincore}.
 */
final class PageCacheProbe {
  private static final int PAGE_BYTES = 4096;
  private static final int PART_BYTES = 8 << 20;

  /** The first part is dropped two parts later, or with a slow device some later than that. */
  private static final int MOST_PARTS = 30;

  private static final Map<String, StorageType> TYPES =
      new TreeMap<>(
          Map.of("ALL_SSD", StorageType.SSD, "HOT", StorageType.DISK, "COLD", StorageType.ARCHIVE));

  private PageCacheProbe() {}

  /**
   * @param args a folder; a library with what libhadoop has; {@code KEY=VALUE} ...
   */
  public static void main(String[] args) throws Exception {
    SystemCallProbe.load(args[1]);
    Configuration conf = TieredMiniCluster.configuration();
    conf.setLong(DFSConfigKeys.DFS_BLOCK_SIZE_KEY, (long) PART_BYTES * MOST_PARTS);
    for (int i = 2; i < args.length; i++) {
      String[] pair = args[i].split("=", 2);
      conf.set(pair[0], pair[1]);
    }
    StorageType[] types = TYPES.values().toArray(new StorageType[0]);
    File folder = new File(args[0]);
    try (OneDatanode node = new OneDatanode(folder, conf, true, types)) {
      for (Map.Entry<String, StorageType> entry : TYPES.entrySet()) {
        probe(node, folder.toPath(), entry.getKey(), entry.getValue());
      }
    }
    System.exit(0);
  }

  private static void probe(OneDatanode node, Path folder, String policy, StorageType type)
      throws Exception {
    org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/" + policy, "f");
    node.fs.mkdirs(file.getParent());
    node.fs.setStoragePolicy(file.getParent(), policy);
    try (FSDataOutputStream out = node.fs.create(file)) {
      int parts = 0;
      int percent;
      do {
        out.write(new byte[PART_BYTES]);
        out.hflush();
        parts++;
        percent = residentPercent(blockFile(node, folder, file), PART_BYTES);
      } while (parts < MOST_PARTS && percent > 0);
      System.out.println("WRITTEN " + type + " " + percent);
    }
    // pages that are not on the device cannot be dropped
    Path block = blockFile(node, folder, file);
    int bytes = (int) Files.size(block);
    try (FileChannel channel =
        FileChannel.open(block, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel.force(true);
      while (channel.read(ByteBuffer.allocate(PART_BYTES)) >= 0) {
        // only for the page cache
      }
    }
    if (residentPercent(block, bytes) < 99) {
      throw new IOException("the kernel has no room for " + block);
    }
    try (FSDataInputStream in = node.fs.open(file)) {
      in.readFully(0, new byte[bytes]);
    }
    System.out.println("READ " + type + " " + residentPercent(block, bytes));
  }

  private static Path blockFile(OneDatanode node, Path folder, org.apache.hadoop.fs.Path file)
      throws IOException {
    String name = node.blockOf(file).getBlockName();
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(path -> path.endsWith(name)).findFirst().orElseThrow();
    }
  }

  /** How much of the beginning of a file is in the page cache. Touches none of it. */
  private static int residentPercent(Path file, int bytes) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      MappedByteBuffer mapped = channel.map(MapMode.READ_ONLY, 0, bytes);
      int pages = 0;
      int resident = 0;
      for (int at = 0; at < bytes; at += PAGE_BYTES) {
        pages++;
        if (mapped.slice(at, Math.min(PAGE_BYTES, bytes - at)).isLoaded()) {
          resident++;
        }
      }
      return 100 * resident / pages;
    }
  }
}
