package org.tieredhdfs.tools.bench;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tieredhdfs.tools.cluster.DataNodeAddress;
import org.tieredhdfs.tools.cluster.JmxPage;

/**
 * What a DataNode says of the time its dataset takes for createRbw and finalizeBlock, in all, and,
 * if it is ours, how much of it is waiting, by volume: the study's Table 12.
 *
 * <p>The means are those since the DataNode was last asked: Hadoop forms them so, and renews them
 * every ten seconds.
 */
final class OperationTimes {
  private static final String ACTIVITY = "Hadoop:service=DataNode,name=DataNodeActivity*";
  private static final String VOLUME = "Hadoop:service=DataNode,name=TieredVolume-";

  private final DataNodeAddress node;

  OperationTimes(DataNodeAddress node) {
    this.node = node;
  }

  /** What both sides say: milliseconds in all, by metric. */
  Map<String, Double> totals() throws IOException {
    JsonNode bean = JmxPage.read(node.http(), ACTIVITY);
    Map<String, Double> times = new LinkedHashMap<>();
    times.put("createRbwMeanMs", bean.path("CreateRbwOpAvgTime").asDouble());
    times.put("finalizeBlockMeanMs", bean.path("FinalizeBlockOpAvgTime").asDouble());
    return times;
  }

  /**
   * What our dataset says of one volume: means of execution and wait, and the longest since the
   * DataNode was started.
   *
   * @param prefix of the metrics' names
   */
  Map<String, Double> ofVolume(String prefix, Path volume) throws IOException {
    JsonNode bean = JmxPage.read(node.http(), VOLUME + volume + "*");
    Map<String, Double> times = new LinkedHashMap<>();
    for (String operation : new String[] {"CreateRbw", "FinalizeBlock"}) {
      for (String kind : new String[] {"Exec", "Wait"}) {
        String name = operation + kind + "Micros";
        times.put(prefix + operation + kind + "MeanMs", ms(bean, name + "AvgTime"));
        times.put(prefix + operation + kind + "MaxMs", ms(bean, name + "MaxTime"));
      }
    }
    return times;
  }

  private static double ms(JsonNode bean, String attribute) throws IOException {
    JsonNode micros = bean.path(attribute);
    if (micros.isMissingNode()) {
      throw new IOException("the DataNode shows no " + attribute + " of a volume");
    }
    return micros.asDouble() / 1_000;
  }
}
