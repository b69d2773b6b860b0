package org.tieredhdfs.mover.cli;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsConstants;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.tieredhdfs.mover.rpc.ServiceErrors;

/** Paths sorted by the HDFS that they are in, with mounts of ViewFS followed. */
final class ClusterPaths {
  private final Map<URI, List<String>> byFileSystem = new LinkedHashMap<>();
  private final List<String> errors = new ArrayList<>();

  /** The error of each unreachable cluster, so that it is not tried again for each path. */
  private final Map<URI, String> unreachable = new HashMap<>();

  /** Resolves paths; one that cannot be resolved becomes an error, and the others go on. */
  static ClusterPaths resolve(Configuration conf, List<String> words) {
    ClusterPaths paths = new ClusterPaths();
    for (String word : words) {
      paths.add(conf, word);
    }
    return paths;
  }

  /** The HDFS whose service a command calls: the default file system. */
  static URI ofService(Configuration conf) throws IOException, UsageException {
    URI uri = FileSystem.get(conf).resolvePath(new Path("/")).toUri();
    if (!HdfsConstants.HDFS_URI_SCHEME.equals(uri.getScheme())) {
      throw new UsageException(
          "fs.defaultFS: '"
              + FileSystem.getDefaultUri(conf)
              + "' is not allowed; it has to be an HDFS: name one with -fs hdfs://NAMESERVICE");
    }
    return root(uri);
  }

  private static URI root(URI uri) {
    return URI.create(uri.getScheme() + "://" + uri.getAuthority());
  }

  private void add(Configuration conf, String word) {
    try {
      Path path = new Path(word);
      add(word, path, path.getFileSystem(conf));
    } catch (IllegalArgumentException | IOException e) {
      errors.add(word + ": " + ServiceErrors.sentence(e));
    }
  }

  private void add(String word, Path path, FileSystem fileSystem) throws IOException {
    URI asked = fileSystem.getUri();
    String known = unreachable.get(asked);
    if (known != null) {
      errors.add(word + ": " + known);
      return;
    }
    try {
      add(word, fileSystem.resolvePath(fileSystem.makeQualified(path)).toUri());
    } catch (FileNotFoundException e) {
      errors.add(word + ": no such file or directory");
    } catch (RemoteException | AccessControlException e) {
      throw e;
    } catch (IOException e) {
      if (HdfsConstants.HDFS_URI_SCHEME.equals(asked.getScheme())) {
        unreachable.put(asked, ServiceErrors.sentence(e));
      }
      throw e;
    }
  }

  private void add(String word, URI resolved) {
    if (HdfsConstants.HDFS_URI_SCHEME.equals(resolved.getScheme())) {
      byFileSystem
          .computeIfAbsent(root(resolved), any -> new ArrayList<>())
          .add(resolved.getPath());
    } else if (FsConstants.VIEWFS_SCHEME.equals(resolved.getScheme())) {
      errors.add(
          word + ": it contains only mounts of other file systems; name a path in one of them");
    } else {
      errors.add(word + ": it is on " + resolved.getScheme() + ", not in HDFS");
    }
  }

  Map<URI, List<String>> byFileSystem() {
    return byFileSystem;
  }

  List<String> errors() {
    return errors;
  }
}
