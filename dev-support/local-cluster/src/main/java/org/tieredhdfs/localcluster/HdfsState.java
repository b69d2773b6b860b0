package org.tieredhdfs.localcluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;

/**
 * A snapshot of the NameNode's state and its DataNodes.
 *
 * @param isSafeMode whether it refuses writes
 * @param liveByTransferPort the live DataNodes by the port of their block service
 */
record HdfsState(boolean isSafeMode, Map<Integer, DataNodeAddress> liveByTransferPort) {
  /** Asks the NameNode whose HTTP server is at {@code address}. */
  static HdfsState ask(String address) throws IOException {
    JsonNode bean = JmxPage.read(address, "Hadoop:service=NameNode,name=NameNodeInfo");
    Map<Integer, DataNodeAddress> nodes = new HashMap<>();
    for (JsonNode node : JmxPage.inner(bean, "LiveNodes")) {
      DataNodeAddress one =
          new DataNodeAddress(
              node.path("xferaddr").asText(),
              node.path("infoAddr").asText(),
              node.path("capacity").asLong());
      nodes.put(one.transferPort(), one);
    }
    return new HdfsState(!bean.path("Safemode").asText().isEmpty(), nodes);
  }

  /** The DataNode that listens on these ports. */
  Optional<DataNodeAddress> dataNode(SortedSet<Integer> ports) {
    return ports.stream().map(liveByTransferPort::get).filter(node -> node != null).findFirst();
  }
}
