package org.tieredhdfs.localcluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/**
 * A snapshot of the NameNode's state and its DataNodes.
 *
 * @param isSafeMode whether it refuses writes
 * @param liveByTransferPort the live DataNodes by the port of their block service
 */
record HdfsState(boolean isSafeMode, Map<Integer, DataNodeInfo> liveByTransferPort) {

  /**
   * A live DataNode.
   *
   * @param transferAddress of its block service
   * @param httpAddress of its metrics
   * @param capacityBytes of all its volumes; 0 until they have been reported
   */
  record DataNodeInfo(String transferAddress, String httpAddress, long capacityBytes) {}

  /** Asks the NameNode whose HTTP server is at {@code address}. */
  static HdfsState ask(String address) throws IOException {
    JsonNode bean = JmxPage.read(address, "Hadoop:service=NameNode,name=NameNodeInfo");
    Map<Integer, DataNodeInfo> nodes = new HashMap<>();
    for (JsonNode node : JmxPage.inner(bean, "LiveNodes")) {
      String transferAddress = node.path("xferaddr").asText();
      nodes.put(
          port(transferAddress),
          new DataNodeInfo(
              transferAddress, node.path("infoAddr").asText(), node.path("capacity").asLong()));
    }
    return new HdfsState(!bean.path("Safemode").asText().isEmpty(), nodes);
  }

  /** The DataNode that listens on these ports. */
  Optional<DataNodeInfo> dataNode(SortedSet<Integer> ports) {
    return ports.stream().map(liveByTransferPort::get).filter(node -> node != null).findFirst();
  }

  private static int port(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }
}
