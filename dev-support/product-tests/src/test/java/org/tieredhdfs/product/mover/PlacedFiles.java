package org.tieredhdfs.product.mover;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;

/**
 * Files of one block each in a directory, of which it is known what they hold and where they lie.
 */
final class PlacedFiles {
  private static final int FILE_BYTES = 1 << 20;

  private final FileSystem fs;
  private final Path directory;
  private final int count;
  private final List<FileChecksum> written;

  private PlacedFiles(FileSystem fs, Path directory, int count, List<FileChecksum> written) {
    this.fs = fs;
    this.directory = directory;
    this.count = count;
    this.written = written;
  }

  /** Writes files of random content into a directory that gets a policy first. */
  static PlacedFiles write(FileSystem fs, String directory, String policy, int count, int replicas)
      throws IOException {
    Path path = new Path(directory);
    fs.mkdirs(path);
    fs.setStoragePolicy(path, policy);
    Random random = new Random(7);
    byte[] content = new byte[FILE_BYTES];
    for (int i = 0; i < count; i++) {
      random.nextBytes(content);
      try (FSDataOutputStream out = fs.create(file(path, i), (short) replicas)) {
        out.write(content);
      }
    }
    return new PlacedFiles(fs, path, count, checksums(fs, path, count));
  }

  private static Path file(Path directory, int number) {
    return new Path(directory, "f" + number);
  }

  private static List<FileChecksum> checksums(FileSystem fs, Path directory, int count)
      throws IOException {
    List<FileChecksum> checksums = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      checksums.add(fs.getFileChecksum(file(directory, i)));
    }
    return checksums;
  }

  /** The same files where they are after the directory was renamed. */
  PlacedFiles in(String renamed) {
    return new PlacedFiles(fs, new Path(renamed), count, written);
  }

  Path directory() {
    return directory;
  }

  int count() {
    return count;
  }

  /** Whether all files hold what was written. */
  boolean areAsWritten() throws IOException {
    return checksums(fs, directory, count).equals(written);
  }

  /** How many replicas of all files lie on each type of storage. */
  Map<String, Integer> replicasByType() throws IOException {
    Map<String, Integer> types = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      for (BlockLocation block : fs.getFileBlockLocations(file(directory, i), 0, FILE_BYTES)) {
        Arrays.stream(block.getStorageTypes())
            .map(StorageType::name)
            .forEach(type -> types.merge(type, 1, Integer::sum));
      }
    }
    return types;
  }

  /** How many replicas all files have together. */
  int replicas() throws IOException {
    return replicasByType().values().stream().mapToInt(Integer::intValue).sum();
  }
}
