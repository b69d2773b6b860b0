package org.tieredhdfs.localcluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.localcluster.spec.ClassArchive;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;

/**
 * The archives of DataNodes' classes in a folder, one for each use and build. The first who needs
 * one makes it, by a small cluster whose DataNode ends by itself.
 */
public final class ClassArchives {
  /** Java writes the archive at its end. */
  private static final Duration END_LIMIT = Duration.ofMinutes(2);

  private static final String SUFFIX = ".jsa";
  private static final int KEY_DIGITS = 16;
  private static final int BYTES = 200_000;

  private final Path folder;

  public ClassArchives(Path folder) {
    this.folder = folder;
  }

  /**
   * The archive for DataNodes like that of a cluster.
   *
   * @param use tells archives apart whose DataNodes differ in more than the class path
   * @param training a cluster to make it with, if there is none; has one DataNode
   * @return none where classes are in directories, as in tests of a build without jars: Java makes
   *     no archive of them
   */
  public Optional<ClassArchive> ofDataNodes(
      String use, ClusterSpec.Builder training, Progress progress)
      throws IOException, ClusterException {
    List<String> classPath = List.of(training.build().classPath().split(":", -1));
    if (!classPath.stream().allMatch(entry -> entry.endsWith(".jar"))) {
      return Optional.empty();
    }
    Path archive = folder.resolve(use + "-" + key(classPath) + SUFFIX);
    if (!Files.isRegularFile(archive)) {
      Files.createDirectories(folder);
      removeOthers(use);
      make(archive, training, progress);
    }
    return Optional.of(new ClassArchive(archive, false));
  }

  /** Of earlier builds; who has started from one keeps it. */
  private void removeOthers(String use) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        String name = String.valueOf(file.getFileName());
        if (name.startsWith(use + "-") && name.endsWith(SUFFIX)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static void make(Path archive, ClusterSpec.Builder training, Progress progress)
      throws IOException, ClusterException {
    Path made = archive.resolveSibling(archive.getFileName() + "." + ProcessHandle.current().pid());
    training.classArchive(Role.DATANODE, new ClassArchive(made, true));
    try (LocalCluster cluster = new LocalCluster(training.build(), progress)) {
      exercise(cluster.startHdfs());
      DaemonControl control = cluster.control(progress);
      control.end(control.names(Role.DATANODE).get(0), END_LIMIT);
      if (!Files.isRegularFile(made)) {
        throw new ClusterException("Java has not made the archive of classes " + made);
      }
      Files.move(made, archive, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(made);
    }
  }

  /** Has the DataNode load what it needs to be written to and read from. */
  private static void exercise(ClusterView view) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/classes");
    byte[] bytes = new byte[BYTES];
    try (FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
      try (FSDataOutputStream out = fs.create(path, (short) 1)) {
        out.write(bytes);
        out.hflush();
        out.write(bytes);
        out.hsync();
      }
      try (FSDataOutputStream out = fs.append(path)) {
        out.write(bytes);
      }
      try (FSDataInputStream in = fs.open(path)) {
        in.readFully(bytes);
      }
      fs.delete(path, false);
    }
  }

  /** Changes with each of the jars and with Java. */
  private static String key(List<String> classPath) {
    MessageDigest digest = sha256();
    for (String jar : classPath) {
      digest.update(state(Path.of(jar)).getBytes(StandardCharsets.UTF_8));
    }
    digest.update(Runtime.version().toString().getBytes(StandardCharsets.UTF_8));
    return HexFormat.of().formatHex(digest.digest()).substring(0, KEY_DIGITS);
  }

  private static String state(Path jar) {
    try {
      return jar + " " + Files.size(jar) + " " + Files.getLastModifiedTime(jar);
    } catch (IOException e) {
      throw new UncheckedIOException(jar + " is missing: build first", e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has it", e);
    }
  }
}
