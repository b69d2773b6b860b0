package org.tieredhdfs.rehearsal;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.tieredhdfs.localcluster.JmxPage;
import org.tieredhdfs.localcluster.conf.ImpatientHBaseClient;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Progress;

/** Looks at the daemons of a cluster with two NameNodes until they are as they should be. */
record ClusterReadiness(SiteValues site, Progress progress) {
  private static final long LIMIT_SEC = 180;
  private static final long POLL_MS = 250;

  /** A repeated check; a failure only means "not yet". */
  interface Question {
    boolean isSo() throws IOException;
  }

  /**
   * Waits until something is so.
   *
   * @param service that has to live meanwhile
   */
  void await(String what, Service service, Question question)
      throws ClusterException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SEC);
    String last = "";
    while (System.nanoTime() < endNs) {
      if (!service.isAlive()) {
        throw new ClusterException(service.name() + " ended; see its log");
      }
      try {
        if (question.isSo()) {
          return;
        }
        last = "";
      } catch (IOException notYet) {
        last = ", the last answer was " + notYet;
      }
      progress.waitingFor(List.of(what));
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
    throw new ClusterException(what + " did not come within " + LIMIT_SEC + " s" + last);
  }

  private JsonNode nameNode(String name, String bean) throws IOException {
    return JmxPage.read(site.address(name + ".http"), "Hadoop:service=NameNode,name=" + bean);
  }

  /** {@code active} or {@code standby}. */
  String stateOf(String nameNode) throws IOException {
    return nameNode(nameNode, "NameNodeStatus").path("State").asText();
  }

  /** The NameNode that is active. */
  String active() throws IOException {
    return stateOf("nn0").equals("active") ? "nn0" : "nn1";
  }

  /** Whether a NameNode that was started would take over at once: no safe mode, all nodes known. */
  boolean isReady(String nameNode, int liveNodes) throws IOException {
    JsonNode info = nameNode(nameNode, "NameNodeInfo");
    return info.path("Safemode").asText().isEmpty()
        && JmxPage.inner(info, "LiveNodes").size() == liveNodes
        && !stateOf(nameNode).isEmpty();
  }

  /** Whether every block has as many replicas as it should, as the active NameNode has it. */
  boolean isFullyReplicated() throws IOException {
    JsonNode blocks = nameNode(active(), "FSNamesystem");
    return blocks.path("MissingBlocks").asLong(-1) == 0
        && blocks.path("LowRedundancyBlocks").asLong(-1) == 0;
  }

  /** Whether a DataNode has registered with both NameNodes and told them its blocks. */
  boolean hasReported(String dataNode) throws IOException {
    JsonNode bean =
        JmxPage.read(site.address(dataNode + ".http"), "Hadoop:service=DataNode,name=DataNodeInfo");
    int reported = 0;
    for (JsonNode actor : JmxPage.inner(bean, "BPServiceActorInfo")) {
      boolean isRunning = actor.path("ActorState").asText().equals("RUNNING");
      if (isRunning && actor.path("LastBlockReport").asLong(Long.MAX_VALUE) < LIMIT_SEC) {
        reported++;
      }
    }
    return reported == 2;
  }

  /** Whether the master works, so many RegionServers live and no region is on its way. */
  static boolean isHbaseWell(Configuration hbase, int regionServers) throws IOException {
    try (Connection connection =
            ConnectionFactory.createConnection(ImpatientHBaseClient.of(hbase));
        Admin admin = connection.getAdmin()) {
      ClusterMetrics metrics =
          admin.getClusterMetrics(
              EnumSet.of(Option.LIVE_SERVERS, Option.DEAD_SERVERS, Option.REGIONS_IN_TRANSITION));
      return admin.listNamespaces().length > 0
          && metrics.getLiveServerMetrics().size() == regionServers
          && metrics.getRegionStatesInTransition().isEmpty();
    }
  }
}
