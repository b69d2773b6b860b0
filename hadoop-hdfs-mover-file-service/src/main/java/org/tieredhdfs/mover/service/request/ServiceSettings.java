package org.tieredhdfs.mover.service.request;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.mover.conf.MoverKeys;

/**
 * The service's settings.
 *
 * @param directory where it keeps its files
 * @param roots directories that it follows
 * @param mostOpen the most files and directories that are not done, those that wait included
 */
public record ServiceSettings(
    Path directory,
    List<String> roots,
    int queue,
    int queuePerUser,
    int mostOpen,
    int requests,
    int finished,
    RetrySettings retry,
    long standbyIntervalMs) {

  /** Fewer than the mover walks, which a change of plans may take. */
  private static final int MAX_WALKS = 60;

  public ServiceSettings {
    roots = List.copyOf(roots);
  }

  public static ServiceSettings of(Configuration conf) {
    List<String> faults = new ArrayList<>();
    String directory = MoverKeys.SERVICE_DIRECTORY.getText(conf);
    requireAbsolute(MoverKeys.SERVICE_DIRECTORY, directory, faults);
    List<String> roots = MoverKeys.SERVICE_ROOTS.getList(conf);
    roots.forEach(root -> requireAbsolute(MoverKeys.SERVICE_ROOTS, root, faults));
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(faults);
    }
    return new ServiceSettings(
        new Path(directory),
        roots,
        MoverKeys.SERVICE_QUEUE.getInt(conf),
        MoverKeys.SERVICE_QUEUE_PER_USER.getInt(conf),
        MoverKeys.SERVICE_OPEN.getInt(conf),
        MoverKeys.SERVICE_REQUESTS.getInt(conf),
        MoverKeys.SERVICE_FINISHED.getInt(conf),
        RetrySettings.of(conf),
        MoverKeys.SERVICE_STANDBY_INTERVAL.getDurationMs(conf));
  }

  private static void requireAbsolute(ConfigKey key, String path, List<String> faults) {
    if (!path.startsWith("/") || (path.length() > 1 && path.endsWith("/"))) {
      faults.add(
          key.refusal(path, "an absolute path of HDFS without a slash at the end, as '/data'"));
    }
  }

  /** Whether what happens at a path is followed. */
  public boolean follows(String path) {
    return !isIn(path, directory.toString()) && roots.stream().anyMatch(root -> isIn(path, root));
  }

  /** What is followed of a place where something has changed: itself, or roots below it. */
  public List<String> followedAt(String path) {
    return follows(path)
        ? List.of(path)
        : roots.stream()
            .filter(root -> isIn(/* path= */ root, /* root= */ path) && follows(root))
            .toList();
  }

  /** The most directories walked at a time. */
  public int walks() {
    return Math.max(1, Math.min(requests, MAX_WALKS));
  }

  private static boolean isIn(String path, String root) {
    return root.equals("/") || path.equals(root) || path.startsWith(root + '/');
  }
}
