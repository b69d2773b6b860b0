package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.bench.write.client.WriteClient;
import org.tieredhdfs.bench.write.process.WorkerProcess;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.spec.SiteFile;
import org.tieredhdfs.report.Side;

/** The client of one side, with the class path and the configuration of that side. */
final class ClientProcess {
  private ClientProcess() {}

  static WorkerProcess start(WritePlan plan, Side side, WriteCluster cluster) throws IOException {
    ClusterView view = cluster.view();
    String name = "client-" + side.label();
    Path conf = view.dirs().tmp().resolve(name);
    Files.createDirectories(conf);
    for (var file : settings(plan, side, view.defaultFs()).entrySet()) {
      Files.writeString(conf.resolve(file.getKey().fileName()), view.siteXml(file.getValue()));
    }
    // the cluster's configuration comes after the client's, for the log settings
    String classPath =
        String.join(
            ":",
            view.dirs().conf().toString(),
            WritePlan.hasStockClient(side)
                ? plan.bench().classPaths().stock()
                : plan.bench().classPaths().tiered(),
            programs());
    return new WorkerProcess(
        name,
        view.foreignTool(conf, classPath, WriteClient.class.getName(), List.of()),
        view.dirs().logs().resolve(name + ".out"));
  }

  private static String programs() {
    var source = WriteClient.class.getProtectionDomain().getCodeSource();
    return Path.of(URI.create(source.getLocation().toString())).toString();
  }

  /** What a client has to be told, by file. */
  static Map<SiteFile, Map<String, String>> settings(WritePlan plan, Side side, String defaultFs) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("fs.defaultFS", defaultFs);
    all.put("dfs.blocksize", "128m");
    // By default a client that closes a file waits 400 ms for the NameNode to learn of the block.
    all.put("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "5");
    all.put("dfs.client.block.write.locateFollowingBlock.max.delay.ms", "20");
    all.put("dfs.client.block.write.locateFollowingBlock.retries", "10000");
    all.putAll(plan.bench().settings());
    if (!WritePlan.hasStockClient(side)) {
      all.putAll(plan.levers());
    }
    Map<SiteFile, Map<String, String>> files = new EnumMap<>(SiteFile.class);
    for (SiteFile file : new SiteFile[] {SiteFile.CORE, SiteFile.HDFS}) {
      files.put(file, new LinkedHashMap<>());
    }
    all.forEach(
        (key, value) ->
            files.computeIfAbsent(SiteFile.of(key), file -> new LinkedHashMap<>()).put(key, value));
    return files;
  }
}
