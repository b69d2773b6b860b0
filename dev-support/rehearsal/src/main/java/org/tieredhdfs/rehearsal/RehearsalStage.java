package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.localcluster.process.FreePorts;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/**
 * The shared parts of a rehearsal's steps: the cluster, the distribution, and checks that always
 * apply.
 */
final class RehearsalStage {
  private static final String HEALTHY = "is HEALTHY";

  private final RehearsalPlan plan;
  private final ClusterDirs dirs;
  private final InstalledCluster cluster;
  private final Progress progress;

  private RehearsalStage(
      RehearsalPlan plan, ClusterDirs dirs, InstalledCluster cluster, Progress progress) {
    this.plan = plan;
    this.dirs = dirs;
    this.cluster = cluster;
    this.progress = progress;
  }

  /** Makes the machines and the volumes that stock Hadoop knows; starts nothing. */
  static RehearsalStage make(RehearsalPlan plan, ClusterDirs dirs, Progress progress)
      throws IOException, ClusterException {
    if (Files.exists(dirs.dir().resolve("machines")) || Files.exists(dirs.data())) {
      throw new ClusterException(
          "--dir: " + dirs.dir() + " holds a rehearsal already; end it with 'down' first");
    }
    dirs.mark();
    for (Path folder : List.of(dirs.conf(), dirs.logs(), dirs.tmp(), dirs.data(), dirs.volumes())) {
      Files.createDirectories(folder);
    }
    SiteValues site =
        new SiteValues(
            dirs,
            FreePorts.pick(SiteValues.portCount(InstalledCluster.DATANODES)),
            plan.hasBlockTokens());
    InstalledCluster cluster =
        new InstalledCluster(dirs, site, plan.hadoop(), plan.hbase(), progress);
    RehearsalStage stage = new RehearsalStage(plan, dirs, cluster, progress);
    for (int node = 0; node < InstalledCluster.DATANODES; node++) {
      stage.addVolume(node, "DISK");
      stage.addVolume(node, "SSD");
    }
    return stage;
  }

  /** A volume for a DataNode, used from its next start on. */
  Path addVolume(int node, String type) throws IOException {
    Path folder = dirs.volumes().resolve("dn" + node).resolve(type + "0");
    Files.createDirectories(folder);
    cluster.volumes(node).put(type, folder);
    return folder;
  }

  InstalledCluster cluster() {
    return cluster;
  }

  ClusterDirs dirs() {
    return dirs;
  }

  Progress progress() {
    return progress;
  }

  /** Clients with stock jars and the site files of clients. */
  LoadProcess startLoad(String name, List<String> clients) throws IOException {
    return LoadProcess.start(
        name,
        dirs.conf() + ":" + plan.stockClassPath(),
        List.of(
            "-Dtieredhdfs.cluster.dir=" + dirs.dir(), "@" + dirs.conf().resolve("java-options")),
        dirs.logs(),
        clients);
  }

  /** Puts our jars in front on a machine, by the distribution's own command. */
  void install(RehearsedMachine machine)
      throws IOException, ClusterException, InterruptedException {
    String home = cluster.isOfHbase(machine) ? "--hbase-home" : "--hadoop-home";
    Path folder = cluster.isOfHbase(machine) ? machine.hbase() : machine.hadoop();
    cluster
        .commands()
        .run(List.of(distribution().resolve("bin/install").toString(), home, folder.toString()));
  }

  /** Where the archive is unpacked, on every machine. */
  Path distribution() {
    return plan.distribution();
  }

  /** A page that the archive brings. */
  Path document(String name) {
    return distribution().resolve("docs").resolve(name);
  }

  /**
   * Checks that clients work on and nothing of theirs failed.
   *
   * @param when for the message
   */
  void requireNoFailure(LoadProcess load, String when) throws IOException, ClusterException {
    Map<String, Long> figures = load.figures();
    if (figures.getOrDefault("failures", 1L) != 0) {
      throw new ClusterException("operations failed during " + when + ": " + load.failures());
    }
    progress.done(
        String.format(
            "%-12s %,d operations until after %s, none failed, the longest %,d ms",
            "clients",
            figures.getOrDefault("operations", 0L),
            when,
            figures.getOrDefault("longestMs", 0L)));
  }

  /** Checks by fsck that every block has a good replica. */
  void requireHealthy(String when) throws IOException, ClusterException, InterruptedException {
    String said = cluster.commands().run(cluster.machine("client").hdfs("fsck", "/"));
    if (!said.contains(HEALTHY)) {
      throw new ClusterException("fsck after " + when + ": " + said);
    }
    progress.done(String.format("%-12s fsck: no missing and no corrupt block", when));
  }

  /** Runs a command that has to be refused, with words that have to be in the refusal. */
  String requireRefusal(List<String> command, String... words)
      throws IOException, ClusterException, InterruptedException {
    Commands.Outcome outcome = cluster.commands().attempt(command);
    if (outcome.code() == 0) {
      throw new ClusterException(String.join(" ", command) + " should have been refused");
    }
    for (String word : words) {
      if (!outcome.text().contains(word)) {
        throw new ClusterException(
            String.join(" ", command) + " does not say '" + word + "': " + outcome.text());
      }
    }
    return outcome.text();
  }
}
