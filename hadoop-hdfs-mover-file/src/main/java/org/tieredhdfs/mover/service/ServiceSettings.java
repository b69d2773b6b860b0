package org.tieredhdfs.mover.service;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.mover.MoverKeys;

/**
 * What of the configuration concerns the service.
 *
 * @param directory where it keeps its files
 * @param roots directories that it follows
 */
public record ServiceSettings(
    Path directory,
    List<String> roots,
    int queue,
    int requests,
    int finished,
    long openFileDelayMs,
    long standbyIntervalMs) {

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
        MoverKeys.SERVICE_REQUESTS.getInt(conf),
        MoverKeys.SERVICE_FINISHED.getInt(conf),
        MoverKeys.SERVICE_OPEN_FILE_DELAY.getDurationMs(conf),
        MoverKeys.SERVICE_STANDBY_INTERVAL.getDurationMs(conf));
  }

  private static void requireAbsolute(ConfigKey key, String path, List<String> faults) {
    if (!path.startsWith("/") || (path.length() > 1 && path.endsWith("/"))) {
      faults.add(
          key.refusal(path, "an absolute path of HDFS without a slash at the end, as '/data'"));
    }
  }

  /** Whether what happens at a path is followed. */
  boolean follows(String path) {
    return !isIn(path, directory.toString()) && roots.stream().anyMatch(root -> isIn(path, root));
  }

  private static boolean isIn(String path, String root) {
    return root.equals("/") || path.equals(root) || path.startsWith(root + '/');
  }
}
