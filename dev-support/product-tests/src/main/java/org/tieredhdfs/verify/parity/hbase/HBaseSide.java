package org.tieredhdfs.verify.parity.hbase;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.localcluster.JmxPage;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.verify.VerifySettings;
import org.tieredhdfs.verify.fixture.RestartedMover;
import org.tieredhdfs.verify.fixture.TestedCluster;
import org.tieredhdfs.verify.parity.ParitySide;

/** HBase of one side, on four DataNodes with an SSD and a disk each; on ours with the mover. */
public final class HBaseSide {
  private static final int DATA_NODES = 4;
  private static final int HEAP_MB = 384;
  private static final long MOVER_LIMIT_MS = 120_000;
  private static final long POLL_MS = 500;
  private static final String CALLS = "Hadoop:service=NameNode,name=RpcActivityForPort*";

  private final TestedCluster cluster;
  private final Path excluded;
  private final Set<String> killed = ConcurrentHashMap.newKeySet();
  private final List<String> endedByThemselves = new ArrayList<>();

  private HBaseSide(TestedCluster cluster, Path excluded) {
    this.cluster = cluster;
    this.excluded = excluded;
  }

  /**
   * Starts it.
   *
   * @param dir of both sides
   */
  static HBaseSide start(Path dir, ClassPaths classPaths, ParitySide side)
      throws IOException, ClusterException, InterruptedException {
    Files.createDirectories(dir);
    Path excluded = dir.resolve(side.label() + "-excluded");
    Files.writeString(excluded, "");
    ClusterSpec.Builder spec =
        spec(dir.resolve(side.label()), classPaths, side)
            .setting("dfs.hosts.exclude", excluded.toString());
    TestedCluster cluster =
        TestedCluster.start(
            spec.build(), side.clientSettings(), side == ParitySide.OURS, Progress.silent());
    return new HBaseSide(cluster, excluded);
  }

  private static ClusterSpec.Builder spec(Path dir, ClassPaths classPaths, ParitySide side) {
    boolean isOurs = side == ParitySide.OURS;
    ClusterSpec.Builder spec =
        TestedCluster.onDevices(dir, classPaths, VolumeLayout.parse("SSD=1,DISK=1"), isOurs)
            .stock(!isOurs)
            .hbase(true)
            .dataNodes(DATA_NODES)
            .regionServers(2);
    for (Role role : List.of(Role.ZOOKEEPER, Role.HMASTER, Role.REGIONSERVER)) {
      spec.javaOptions(role, TestedCluster.SHORT_LIFE).heapMb(role, HEAP_MB);
    }
    Map<String, String> settings = new HashMap<>();
    if (isOurs) {
      settings.putAll(VerifySettings.of(false));
      settings.put("hbase.tiered.wal.policy", "ALL_SSD");
      settings.put("hbase.tiered.compaction.small.max.size", "40k");
      settings.put("hbase.tiered.bulkload.policy", "ALL_SSD");
      settings.put("hbase.tiered.mob.policy", "HOT");
      settings.put("hbase.tiered.archive.policy", "HOT");
    }
    VerifySettings.hurry(settings);
    // a shorter session of a RegionServer ends by itself on a machine with other work
    settings.put("zookeeper.session.timeout", "20000");
    // a RegionServer that rolls its log in the safe mode of a checkpoint ends, as Apache's does
    settings.put("hbase.regionserver.logroll.period", "120000");
    // a checkpoint leaves no edits that somebody could have missed
    settings.put("dfs.namenode.num.extra.edits.retained", "0");
    settings.put("dfs.namenode.num.checkpoints.retained", "1");
    settings.forEach(spec::setting);
    return spec;
  }

  TestedCluster cluster() {
    return cluster;
  }

  /** Of clients, which name no plug-ins, as the guide says. */
  Configuration clientConf() {
    Configuration conf = cluster.view().hbaseConf();
    conf.unset("hbase.hstore.engine.class");
    conf.unset("hbase.coprocessor.region.classes");
    // clients look for the end of a procedure in pauses that grow to 200 times this
    conf.setInt("hbase.client.pause", 10);
    conf.setInt("hbase.client.retries.number", 40);
    conf.setInt("hbase.rpc.timeout", 10_000);
    conf.setInt("hbase.client.operation.timeout", 60_000);
    conf.setInt("hbase.client.meta.operation.timeout", 60_000);
    conf.setInt("hbase.client.sync.wait.timeout.msec", 60_000);
    return conf;
  }

  /** Takes DataNodes out of service, those of these addresses; without, takes all back. */
  void exclude(String addresses) throws IOException {
    Files.writeString(excluded, addresses);
    cluster.fs().refreshNodes();
  }

  /** Kills a daemon, which {@link #revive} starts. */
  void kill(String daemon) throws IOException, ClusterException {
    killed.add(daemon);
    cluster.control().kill(daemon);
  }

  /** Starts all that do not run, and remembers those that nobody has killed. */
  synchronized void revive() throws IOException, ClusterException {
    Set<String> dead = Set.copyOf(killed);
    for (String name : cluster.control().startDead()) {
      if (!dead.contains(name)) {
        endedByThemselves.add(name + " has ended by itself");
      }
    }
    killed.removeAll(dead);
  }

  /** A sentence for each daemon that has ended by itself since it was asked. */
  synchronized String takeEnded() {
    String all = String.join("; ", endedByThemselves);
    endedByThemselves.clear();
    return all;
  }

  /**
   * Waits until each request to the mover's service has ended, or has a time at which it is looked
   * at again.
   *
   * @return empty, or what is wrong
   */
  String moverComplaint() throws IOException, ClusterException, InterruptedException {
    if (cluster.mover().isEmpty()) {
      return "";
    }
    RestartedMover service = cluster.mover().get();
    // may take a minute, until the NameNode has released the place of the one before
    service.revive();
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(MOVER_LIMIT_MS);
    String complaint;
    do {
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
      try {
        service.requireAlive();
        complaint = service.figures().map(HBaseSide::complaint).orElse("");
      } catch (IOException | ClusterException e) {
        complaint = "the mover's service: " + e;
      }
    } while (!complaint.isEmpty() && System.nanoTime() - endNs < 0);
    if (!complaint.isEmpty()) {
      // the next play begins with another
      service.close();
      service.revive();
    }
    return complaint;
  }

  private static String complaint(JsonNode figures) {
    int atWork = figures.path("open").asInt() - figures.path("delayed").asInt();
    if (atWork > 0) {
      return atWork + " requests are open and say no time: " + figures.path("requests");
    }
    for (JsonNode request : figures.path("requests")) {
      if (request.path("filesWaiting").asInt() > 0 && !request.has("nextMs")) {
        return "a request has files that wait for no time: " + request;
      }
    }
    return "";
  }

  /** How many calls the NameNode has had since its start. */
  long nameNodeCalls() throws IOException {
    long calls = 0;
    for (JsonNode bean : JmxPage.readAll(cluster.view().record().nameNodeHttp(), CALLS)) {
      calls += bean.path("RpcProcessingTimeNumOps").asLong();
    }
    return calls;
  }
}
