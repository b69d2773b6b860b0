package org.tieredhdfs.mover.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/** Paths sorted by the HDFS that they are in, with mounts of ViewFS followed. */
final class ClusterPaths {
  private final Map<URI, List<String>> byFileSystem = new LinkedHashMap<>();
  private final List<String> errors = new ArrayList<>();

  /** Resolves paths; one that cannot be resolved becomes an error, and the others go on. */
  static ClusterPaths resolve(Configuration conf, List<String> words) throws IOException {
    ClusterPaths paths = new ClusterPaths();
    for (String word : words) {
      paths.add(conf, word);
    }
    return paths;
  }

  private void add(Configuration conf, String word) throws IOException {
    Path path;
    FileSystem fileSystem;
    try {
      path = new Path(word);
      fileSystem = path.getFileSystem(conf);
    } catch (IllegalArgumentException e) {
      errors.add(word + ": " + e.getMessage());
      return;
    }
    try {
      URI resolved = fileSystem.resolvePath(fileSystem.makeQualified(path)).toUri();
      if (!HdfsConstants.HDFS_URI_SCHEME.equals(resolved.getScheme())) {
        errors.add(word + ": it is on " + resolved.getScheme() + ", not in HDFS");
        return;
      }
      URI root = URI.create(resolved.getScheme() + "://" + resolved.getAuthority());
      byFileSystem.computeIfAbsent(root, any -> new ArrayList<>()).add(resolved.getPath());
    } catch (FileNotFoundException e) {
      errors.add(word + ": there is no such file or directory");
    }
  }

  Map<URI, List<String>> byFileSystem() {
    return byFileSystem;
  }

  List<String> errors() {
    return errors;
  }
}
