package org.tieredhdfs.bench.failslow;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.tieredhdfs.localcluster.JmxPage;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;

/**
 * What a DataNode says of the time its dataset takes for createRbw and finalizeBlock, in all, and,
 * if it is ours, how much of it is waiting, by volume: the study's Table 12.
 *
 * <p>All are those since the DataNode was last asked: Hadoop forms them so, and forms them anew if
 * ten seconds have gone by. So it is to be asked once a case.
 */
final class OperationTimes {
  private static final String ACTIVITY = "Hadoop:service=DataNode,name=DataNodeActivity*";
  private static final String VOLUME = "Hadoop:service=DataNode,name=TieredVolume-";

  private static final double LEAST_MICROS = 0.5;

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
   * What our dataset says of one volume: means and maxima of execution and wait.
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
        times.put(prefix + operation + kind + "MaxMs", ms(bean, name + "IMaxTime"));
      }
    }
    return times;
  }

  private static double ms(JsonNode bean, String attribute) throws IOException {
    JsonNode micros = bean.path(attribute);
    if (micros.isMissingNode()) {
      throw new IOException("the DataNode shows no " + attribute + " of a volume");
    }
    // If all samples are 0, Hadoop reports the smallest positive number as maximum.
    return micros.asDouble() < LEAST_MICROS ? 0 : micros.asDouble() / 1_000;
  }
}
