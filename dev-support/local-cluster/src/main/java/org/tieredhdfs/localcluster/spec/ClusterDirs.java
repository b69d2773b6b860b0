package org.tieredhdfs.localcluster.spec;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Where everything of one cluster lies, derived from its directory alone.
 *
 * <pre>
 * dir/.tiered-cluster     says that the directory is a cluster's; stays, as the logs do
 * dir/cluster.json        what was started
 * dir/env.sh              to source in a shell
 * dir/conf/               configuration of clients, NameNode and HBase; conf/dn0/ of a DataNode
 * dir/logs/               one .log (log4j) and one .out (stdout, stderr) per daemon
 * dir/data/               NameNode and ZooKeeper
 * dir/volumes/dn0/DISK0/  a DataNode's volume, often a mount point
 * dir/images/dn0/DISK0.img  what is on the medium of an emulated volume
 * </pre>
 *
 * @param dir absolute, without symbolic links: the kernel shows paths in that form
 */
public record ClusterDirs(Path dir) {
  private static final String MARK = ".tiered-cluster";
  private static final Pattern SUPPORTED = Pattern.compile("[A-Za-z0-9._/@+=-]+");
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /**
   * Resolves {@code dir} against the working directory and follows symbolic links.
   *
   * @throws IllegalArgumentException if Hadoop's configuration could not hold the path
   */
  public static ClusterDirs of(Path dir) {
    Path resolved = followLinks(dir.toAbsolutePath().normalize());
    if (!SUPPORTED.matcher(resolved.toString()).matches() || resolved.getNameCount() < 2) {
      throw new IllegalArgumentException(
          "--dir: '"
              + resolved
              + "' cannot hold a cluster; it has to be at least two levels deep and made of"
              + " letters, digits and . _ / @ + = -");
    }
    return new ClusterDirs(resolved);
  }

  private static Path followLinks(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException missing) {
      Path parent = path.getParent();
      Path name = path.getFileName();
      return parent == null || name == null ? path : followLinks(parent).resolve(name);
    }
  }

  public Path description() {
    return dir.resolve("cluster.json");
  }

  public Path environment() {
    return dir.resolve("env.sh");
  }

  /** Locked by the process that starts the cluster, as long as it does. */
  public Path startLock() {
    return dir.resolve("up.lock");
  }

  public Path conf() {
    return dir.resolve("conf");
  }

  public Path conf(String dataNode) {
    return conf().resolve(dataNode);
  }

  public Path logs() {
    return dir.resolve("logs");
  }

  public Path log(String daemon) {
    return logs().resolve(daemon + ".log");
  }

  public Path out(String daemon) {
    return logs().resolve(daemon + ".out");
  }

  public Path data() {
    return dir.resolve("data");
  }

  public Path data(String daemon) {
    return data().resolve(daemon);
  }

  public Path tmp() {
    return dir.resolve("tmp");
  }

  public Path volumes() {
    return dir.resolve("volumes");
  }

  public Path images() {
    return dir.resolve("images");
  }

  /** A name that no other directory has, fit for a folder. */
  public String uniqueName() {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(dir.toString().getBytes(StandardCharsets.UTF_8));
      return "tieredhdfs-" + HexFormat.of().formatHex(digest, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The folder in shared memory for RAM volumes where a tmpfs cannot be mounted. */
  public Path sharedMemory() {
    return SHARED_MEMORY.resolve(uniqueName());
  }

  /**
   * The folder of the media server's socket, which is short enough for the path of one however deep
   * the cluster's directory lies.
   */
  public Path mediaControl() {
    return SHARED_MEMORY.resolve(uniqueName() + "-media");
  }

  /** Where the cluster's media server takes commands. */
  public Path mediaSocket() {
    return mediaControl().resolve("socket");
  }

  /** Everything that {@code down} removes, in that order. */
  public List<Path> removable() {
    return List.of(
        volumes(), images(), data(), tmp(), conf(), environment(), description(), startLock());
  }

  /** Whether the directory belongs to a cluster, so that its content may be removed. */
  public boolean isCluster() {
    return isCluster(dir);
  }

  /** Whether any directory was made a cluster's. */
  public static boolean isCluster(Path any) {
    return Files.isRegularFile(any.resolve(MARK), LinkOption.NOFOLLOW_LINKS);
  }

  /** Makes the directory a cluster's. */
  public void mark() throws IOException {
    Files.createDirectories(dir);
    Files.writeString(dir.resolve(MARK), "A local cluster of tiered HDFS lies here.\n");
  }
}
