package org.tieredhdfs.hdfs.upgrade;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The daemons of a cluster that run with the overlay, and the next step of the upgrade.
 *
 * <p>The order: NameNodes, standbys before the active one; then DataNodes; then clients; then what
 * only the overlay understands: volumes, policies, quotas. A NameNode with the overlay takes stock
 * DataNodes as they are; a stock NameNode would take a volume of a custom type for DISK, and a
 * stock standby ends on the first edit that it cannot read. Immutable.
 *
 * @param nameNodes all of the cluster
 * @param dataNodes those that are alive
 */
record UpgradeState(List<NameNode> nameNodes, List<DataNode> dataNodes) {
  static final String ACTIVE = "active";

  UpgradeState {
    nameNodes = List.copyOf(nameNodes);
    dataNodes = List.copyOf(dataNodes);
  }

  /**
   * A NameNode.
   *
   * @param address of its RPC server
   * @param state "active", "standby", "observer"; null if it does not answer
   * @param version of Hadoop
   * @param table its storage types; null if it runs without the overlay
   */
  record NameNode(String address, @Nullable String state, String version, @Nullable String table) {

    String describe() {
      if (state == null) {
        return "NameNode " + address + ": does not answer";
      }
      return String.format(
          "NameNode %s: %s, Hadoop %s, %s",
          address, state, version, table == null ? "stock" : "overlay, storage types " + table);
    }
  }

  /**
   * A DataNode.
   *
   * @param address host and port
   * @param version of Hadoop
   * @param table its storage types, "stock", or null if no NameNode can tell
   */
  record DataNode(String address, String version, @Nullable String table) {
    static final String STOCK = "stock";

    boolean isStock() {
      return STOCK.equals(table);
    }

    String describe() {
      String what = table == null ? "unknown until the NameNodes have the overlay" : table;
      return String.format(
          "DataNode %s: Hadoop %s, %s",
          address, version, table == null || isStock() ? what : "overlay, storage types " + what);
    }
  }

  /** Whether every daemon runs with the overlay. */
  boolean isComplete() {
    return nameNodes.stream().allMatch(node -> node.state() != null && node.table() != null)
        && nameNodes.stream().map(NameNode::table).distinct().count() == 1
        && dataNodes.stream().allMatch(node -> node.table() != null && !node.isStock());
  }

  /** The next step, in one or two sentences. */
  String next() {
    for (NameNode node : nameNodes) {
      if (node.state() == null) {
        return "Next: start NameNode " + node.address() + "; do nothing else before that.";
      }
    }
    List<NameNode> stock = nameNodes.stream().filter(node -> node.table() == null).toList();
    if (!stock.isEmpty()) {
      return nextNameNode(stock)
          + " Until every NameNode has it, add no volumes, policies or quotas of custom"
          + " types.";
    }
    if (nameNodes.stream().map(NameNode::table).distinct().count() > 1) {
      return "Next: set the same dfs.tiered.storage.types on all NameNodes; they differ.";
    }
    List<DataNode> left =
        dataNodes.stream().filter(node -> node.table() == null || node.isStock()).toList();
    if (!left.isEmpty()) {
      List<String> names = new ArrayList<>();
      left.forEach(node -> names.add(node.address()));
      return String.format(
          "Next: restart DataNodes with the overlay, one after the other (%d of %d are"
              + " left): %s. You may add volumes of custom types at the same time, policies"
              + " and quotas only after the last one.",
          left.size(), dataNodes.size(), String.join(", ", names));
    }
    return "Every daemon has the overlay. Next: clients (HBase and others, which this"
        + " command cannot see), then policies and quotas of custom types.";
  }

  private String nextNameNode(List<NameNode> stock) {
    for (NameNode node : stock) {
      if (!Objects.equals(node.state(), ACTIVE)) {
        return "Next: restart NameNode "
            + node.address()
            + " ("
            + node.state()
            + ") with the overlay.";
      }
    }
    NameNode active = stock.get(0);
    for (NameNode other : nameNodes) {
      if (other.table() != null) {
        return "Next: fail over to NameNode "
            + other.address()
            + ", then restart "
            + active.address()
            + " with the overlay.";
      }
    }
    return "Next: restart NameNode " + active.address() + " with the overlay.";
  }
}
