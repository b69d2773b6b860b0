package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tieredhdfs.bench.write.client.WriteClient;
import org.tieredhdfs.bench.write.process.WorkerProcess;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.SiteFile;
import org.tieredhdfs.report.Side;

/** Clients of a cluster, each a process with a class path and a configuration of its own. */
public final class ClientProcess {
  private ClientProcess() {}

  /** The client of one side of the write benchmark. */
  static WorkerProcess start(WritePlan plan, Side side, WriteCluster cluster) throws IOException {
    return start(
        cluster.view(),
        "client-" + side.label(),
        classPath(plan.bench().classPaths(), WritePlan.hasStockClient(side)),
        settings(plan, side),
        WriteClient.class);
  }

  /** What the client of one side is told in particular. */
  static Map<String, String> settings(WritePlan plan, Side side) {
    Map<String, String> settings = new LinkedHashMap<>(plan.bench().settings());
    if (!WritePlan.hasStockClient(side)) {
      settings.putAll(plan.levers());
    }
    return settings;
  }

  /** The jars of a client. */
  public static String classPath(ClassPaths classPaths, boolean stock) {
    return stock ? classPaths.stock() : classPaths.tiered();
  }

  /**
   * Starts a client with blocks of 128 MB.
   *
   * @param settings of its own
   */
  public static WorkerProcess start(
      ClusterView view,
      String name,
      String classPath,
      Map<String, String> settings,
      Class<?> main,
      String... javaOptions)
      throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("fs.defaultFS", view.defaultFs());
    all.put("dfs.blocksize", "128m");
    // By default a client that closes a file waits 400 ms for the NameNode to learn of the block.
    all.put("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "5");
    all.put("dfs.client.block.write.locateFollowingBlock.max.delay.ms", "20");
    all.put("dfs.client.block.write.locateFollowingBlock.retries", "10000");
    all.putAll(settings);
    Map<SiteFile, Map<String, String>> files = new EnumMap<>(SiteFile.class);
    all.forEach(
        (key, value) ->
            files.computeIfAbsent(SiteFile.of(key), file -> new LinkedHashMap<>()).put(key, value));
    Path conf = view.dirs().tmp().resolve(name);
    Files.createDirectories(conf);
    for (var file : files.entrySet()) {
      Files.writeString(conf.resolve(file.getKey().fileName()), view.siteXml(file.getValue()));
    }
    // the cluster's configuration comes after the client's, for the log settings
    String behind = String.join(":", view.dirs().conf().toString(), classPath);
    return WorkerProcess.start(
        view, name, conf, behind + ":" + WorkerProcess.programs(), main, javaOptions);
  }
}
