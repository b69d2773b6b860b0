package org.tieredhdfs.rehearsal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.localcluster.spec.ClusterException;

/**
 * Rolls back to stock Hadoop by the operators' runbook: the commands of its page are run unchanged,
 * and a substitute for ssh gives each command its machine's environment.
 */
final class Rollback {
  private static final String LIMIT = "40m";

  private final RehearsalStage stage;
  private final LoadProcess load;
  private final InstalledCluster cluster;
  private final RehearsedMachine client;

  Rollback(RehearsalStage stage, LoadProcess load) {
    this.stage = stage;
    this.load = load;
    cluster = stage.cluster();
    client = cluster.machine("client");
  }

  void run() throws IOException, ClusterException, InterruptedException {
    requireRefusalNow();
    prepareStages();
    RollbackRunbook runbook = RollbackRunbook.read(stage.document("rollback.md"));
    Path script = stage.dirs().tmp().resolve("rollback.sh");
    Files.writeString(script, runbook.script(settings()));
    List<String> done = runScript(script);
    if (!done.equals(runbook.headings())) {
      throw new ClusterException("of the runbook only " + done + " was run");
    }
    requireBackup();
    stage.requireNoFailure(load, "the way back");
  }

  /** As long as policies of ours are in use, the command has to say so and name where. */
  private void requireRefusalNow() throws IOException, ClusterException, InterruptedException {
    stage.requireRefusal(
        client.hdfs("tiered", "downgrade-check", "--checkpoint"),
        Rehearsal.LOADED + "/ram",
        "ALL_RAMDISK");
  }

  private Path stages() {
    return stage.dirs().dir().resolve("stages");
  }

  private Path backup() {
    return stage.dirs().dir().resolve("backup");
  }

  /** What an operator's tool for configuration has ready. */
  private void prepareStages() throws IOException {
    cluster.hbaseValues().clear();
    cluster.hdfsValues().keySet().removeIf(key -> key.startsWith("dfs.tiered.path."));
    cluster.writeSites(stages().resolve("without-policies"));
    cluster.hdfsValues().clear();
    for (int node = 0; node < InstalledCluster.DATANODES; node++) {
      // ARCHIVE stays: stock Hadoop knows it, and HBase's archive is there by a stock policy
      cluster.volumes(node).remove("RAMDISK");
    }
    cluster.writeSites(stages().resolve("without-volumes"));
    cluster.writeSites(stages().resolve("stock"));
    for (RehearsedMachine machine : cluster.machines()) {
      Files.writeString(environment(machine), environmentOf(machine));
    }
  }

  private static Path environment(RehearsedMachine machine) {
    return machine.hadoop().resolveSibling("environment.sh");
  }

  private String environmentOf(RehearsedMachine machine) {
    Map<String, String> values = new LinkedHashMap<>();
    cluster.environment(machine, values);
    values.put("HADOOP_HOME", machine.hadoop().toString());
    values.put("HBASE_HOME", machine.hbase().toString());
    values.put("TIERED_HOME", stage.distribution().toString());
    StringBuilder lines = new StringBuilder();
    values.forEach(
        (name, value) -> lines.append("export ").append(name).append('=').append(quoted(value)));
    return lines.toString();
  }

  private static String quoted(String value) {
    return "'" + value.replace("'", "'\\''") + "'\n";
  }

  private String settings() {
    return String.join(
        "\n",
        "set -euo pipefail",
        "namenodes=(" + names(ServiceKind.NAMENODE) + ")",
        "masters=(" + names(ServiceKind.MASTER) + ")",
        "regionservers=(" + names(ServiceKind.REGIONSERVER) + ")",
        "datanodes=(" + names(ServiceKind.DATANODE) + ")",
        "gateways=(client)",
        "backup=" + quoted(backup().toString()).strip(),
        "machines=" + quoted(stage.dirs().dir().resolve("machines").toString()).strip(),
        "stages=" + quoted(stages().toString()).strip(),
        "on() {",
        "  local machine=$1",
        "  shift",
        "  (. \"$machines/$machine/environment.sh\" && exec bash -c \"$*\") </dev/null",
        "}",
        "ipc_of() {",
        "  on \"$1\" '$HADOOP_HOME/bin/hdfs getconf -confKey dfs.datanode.ipc.address'",
        "}",
        "push_configuration() {",
        "  local machine",
        "  for machine in \"$stages/$1\"/*; do",
        "    cp \"$machine\"/hadoop/* \"$machines/${machine##*/}/hadoop/etc/hadoop\"",
        "    cp \"$machine\"/hbase/* \"$machines/${machine##*/}/hbase/conf\"",
        "  done",
        "}",
        ". \"$machines/client/environment.sh\"",
        "PATH=$HADOOP_HOME/bin:$PATH",
        "");
  }

  private String names(ServiceKind kind) {
    return String.join(" ", cluster.names(kind));
  }

  /** Runs it, with what it says in a log; the steps that it came to. */
  private List<String> runScript(Path script)
      throws IOException, ClusterException, InterruptedException {
    Path log = stage.dirs().logs().resolve("rollback.log");
    List<String> steps = new ArrayList<>();
    String last = "";
    Process process =
        cluster
            .commands()
            .prepare(List.of("timeout", LIMIT, "bash", script.toString()))
            .redirectErrorStream(true)
            .start();
    try (BufferedReader said = process.inputReader(StandardCharsets.UTF_8);
        Writer kept = Files.newBufferedWriter(log)) {
      for (String line = said.readLine(); line != null; line = said.readLine()) {
        kept.append(line).append('\n').flush();
        if (line.startsWith(RollbackRunbook.STEP_MARK)) {
          steps.add(line.substring(RollbackRunbook.STEP_MARK.length()));
          stage.progress().done(String.format("%-12s %s", "runbook", steps.get(steps.size() - 1)));
        } else {
          last = line;
        }
      }
    }
    int code = process.waitFor();
    if (code != 0) {
      throw new ClusterException(
          "the runbook ended with " + code + " after " + steps + ": " + last + "; see " + log);
    }
    return steps;
  }

  private void requireBackup() throws IOException, ClusterException {
    try (var files = Files.list(backup())) {
      if (files.noneMatch(file -> file.getFileName().toString().startsWith("fsimage_"))) {
        throw new ClusterException("there is no image in " + backup());
      }
    }
  }
}
