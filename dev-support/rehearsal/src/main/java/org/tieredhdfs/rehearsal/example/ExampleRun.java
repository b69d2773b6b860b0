package org.tieredhdfs.rehearsal.example;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.MoverProcess;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * Starts one example as a cluster of real daemons, in the order of its README, and looks where a
 * file of each kind lands.
 *
 * @param realTimes whether archived files are left alone for as long as the example says: about 25
 *     minutes
 */
public record ExampleRun(
    Example example, boolean realTimes, Progress progress, Consumer<String> out) {
  private static final String PATH_POLICIES = "dfs.tiered.path.policies";
  private static final String PATH_POLICIES_COMMAND =
      "org.tieredhdfs.hdfs.paths.PathPoliciesCommand";
  private static final long COMMAND_LIMIT_SEC = 120;

  /** How many kinds of files did not land where they should, and how many warnings there were. */
  public int run(Path dir, ClassPaths classPaths)
      throws IOException, ClusterException, InterruptedException {
    ScaledExample scaled = new ScaledExample(example, realTimes);
    try (LocalCluster cluster = new LocalCluster(scaled.spec(dir, classPaths), progress)) {
      scaled.changes().forEach(change -> out.accept("scaled  " + example.name() + "  " + change));
      ClusterView view = cluster.startHdfs();
      if (example.hdfs().containsKey(PATH_POLICIES)) {
        setPathPolicies(view);
      }
      try (MoverProcess mover = MoverProcess.start(view, progress)) {
        cluster.startHbase();
        out.accept("ok      " + example.name() + "  NameNode, DataNodes, mover, HBase are up");
        int misses = land(view);
        if (!mover.isAlive()) {
          throw new ClusterException("the file mover's service has ended");
        }
        return misses + warnings(view);
      }
    }
  }

  private static void setPathPolicies(ClusterView view)
      throws IOException, ClusterException, InterruptedException {
    Path log = view.dirs().logs().resolve("pathpolicies.out");
    Process command =
        view.tool(PATH_POLICIES_COMMAND, List.of())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = command.waitFor(COMMAND_LIMIT_SEC, TimeUnit.SECONDS);
    if (!ended || command.exitValue() != 0) {
      command.destroyForcibly();
      throw new ClusterException("hdfs pathpolicies failed, see " + log);
    }
  }

  private int land(ClusterView view) throws IOException, ClusterException, InterruptedException {
    try (Connection connection = ConnectionFactory.createConnection(view.hbaseConf());
        Admin admin = connection.getAdmin();
        FileSystem fs = FileSystem.newInstance(view.hdfsConf())) {
      ExampleTables tables = new ExampleTables(connection, admin, view.hbaseConf());
      LandingCheck check = new LandingCheck(example, new BlockTypes(fs), progress, out, realTimes);
      new ExampleLoad(example, tables, fs, check).run();
      return check.misses();
    }
  }

  private int warnings(ClusterView view) throws IOException {
    Map<String, String> keys = new TreeMap<>(example.hdfs());
    keys.putAll(example.hbase());
    List<String> warnings = OwnWarnings.in(view.dirs().logs(), keys.keySet());
    warnings.forEach(line -> out.accept("WARNING " + example.name() + "  " + line));
    if (warnings.isEmpty()) {
      out.accept("ok      " + example.name() + "  no warning of ours, no deprecated key");
    }
    return warnings.size();
  }
}
