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
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * Rolls back to stock Hadoop by the operators' runbook: the commands of its page are run unchanged,
 * and a substitute for ssh gives each command its machine's environment.
 */
record Rollback(Rehearsal.Plan plan, InstalledCluster cluster, Progress progress) {
  private static final String LIMIT = "40m";

  /** What stands for the page's first block: the cluster, and a substitute for ssh and the like. */
  private static final String SETTINGS =
      """
      set -euo pipefail
      namenodes=(NAMENODES)
      masters=(MASTERS)
      regionservers=(REGIONSERVERS)
      datanodes=(DATANODES)
      gateways=(client)
      backup=DIR/backup
      on() {
        local machine=$1
        shift
        (. "DIR/machines/$machine/environment.sh" && exec bash -c "$*") </dev/null
      }
      ipc_of() {
        on "$1" '$HADOOP_HOME/bin/hdfs getconf -confKey dfs.datanode.ipc.address'
      }
      push_configuration() {
        local machine
        for machine in DIR/stages/"$1"/*; do
          cp "$machine"/hadoop/* "DIR/machines/${machine##*/}/hadoop/etc/hadoop"
          cp "$machine"/hbase/* "DIR/machines/${machine##*/}/hbase/conf"
        done
      }
      . DIR/machines/client/environment.sh
      PATH=$HADOOP_HOME/bin:$PATH
      """;

  void run() throws IOException, ClusterException, InterruptedException {
    // As long as policies of ours are in use, the command has to say so and name where.
    cluster
        .commands()
        .requireRefusal(
            cluster.client().hdfs("tiered", "downgrade-check", "--checkpoint"),
            Rehearsal.LOADED + "/ram",
            "ALL_RAMDISK");
    prepareStages();
    RollbackRunbook runbook = RollbackRunbook.read(plan.distribution().resolve("docs/rollback.md"));
    Path script = cluster.dirs().tmp().resolve("rollback.sh");
    Files.writeString(script, runbook.script(settings()));
    List<String> done = runScript(script);
    if (!done.equals(runbook.headings())) {
      throw new ClusterException("of the runbook only " + done + " was run");
    }
    requireBackup(cluster.dirs().dir().resolve("backup"));
  }

  /** What an operator's tool for configuration has ready. */
  private void prepareStages() throws IOException {
    Path stages = cluster.dirs().dir().resolve("stages");
    cluster.hbaseValues().clear();
    cluster.hdfsValues().keySet().removeIf(key -> key.startsWith("dfs.tiered.path."));
    cluster.writeSites(stages.resolve("without-policies"));
    cluster.hdfsValues().clear();
    // ARCHIVE stays: stock Hadoop knows it, and HBase's archive is there by a stock policy
    cluster.removeVolumes("RAMDISK");
    cluster.writeSites(stages.resolve("without-volumes"));
    cluster.writeSites(stages.resolve("stock"));
    for (RehearsedMachine machine : cluster.machines()) {
      Files.writeString(machine.hadoop().resolveSibling("environment.sh"), environmentOf(machine));
    }
  }

  private String environmentOf(RehearsedMachine machine) {
    Map<String, String> values = new LinkedHashMap<>();
    cluster.environment(machine, values);
    values.put("HADOOP_HOME", machine.hadoop().toString());
    values.put("HBASE_HOME", machine.hbase().toString());
    values.put("TIERED_HOME", plan.distribution().toString());
    StringBuilder lines = new StringBuilder();
    values.forEach(
        (name, value) ->
            lines.append(String.format("export %s='%s'%n", name, value.replace("'", "'\\''"))));
    return lines.toString();
  }

  private String settings() {
    return SETTINGS
        .replace("NAMENODES", names(Service.Kind.NAMENODE))
        .replace("MASTERS", names(Service.Kind.MASTER))
        .replace("REGIONSERVERS", names(Service.Kind.REGIONSERVER))
        .replace("DATANODES", names(Service.Kind.DATANODE))
        .replace("DIR/", cluster.dirs().dir() + "/");
  }

  private String names(Service.Kind kind) {
    return String.join(" ", cluster.names(kind));
  }

  /** Runs it, with what it says in a log; the steps that it came to. */
  private List<String> runScript(Path script)
      throws IOException, ClusterException, InterruptedException {
    Path log = cluster.dirs().logs().resolve("rollback.log");
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
          progress.done(String.format("%-12s %s", "runbook", steps.get(steps.size() - 1)));
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

  private static void requireBackup(Path backup) throws IOException, ClusterException {
    try (var files = Files.list(backup)) {
      if (files.noneMatch(file -> file.getFileName().toString().startsWith("fsimage_"))) {
        throw new ClusterException("there is no image in " + backup);
      }
    }
  }
}
