package org.tieredhdfs.tiering.rule;

import java.io.IOException;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.tieredhdfs.hdfs.image.NameNodes;

/** Whether a NameNode keeps the times of reads. */
public final class ReadTimes {
  private static final String KEY = DFSConfigKeys.DFS_NAMENODE_ACCESSTIME_PRECISION_KEY;

  private ReadTimes() {}

  /** Asks the active NameNode; if it does not tell, this machine's configuration counts. */
  public static boolean areKept(NameNodes nameNodes, Configuration conf, Consumer<String> warning) {
    try {
      Configuration theirs = new Configuration(false);
      theirs.set(KEY, nameNodes.setting(KEY));
      return areKept(theirs);
    } catch (IOException | NumberFormatException e) {
      warning.accept(
          "the NameNode does not tell its "
              + KEY
              + ", so this machine's configuration counts: "
              + e.getMessage());
      return areKept(conf);
    }
  }

  /** What a configuration says. */
  public static boolean areKept(Configuration conf) {
    return conf.getLong(KEY, DFSConfigKeys.DFS_NAMENODE_ACCESSTIME_PRECISION_DEFAULT) > 0;
  }
}
