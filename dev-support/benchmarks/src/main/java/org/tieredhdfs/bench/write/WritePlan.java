package org.tieredhdfs.bench.write;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.spec.SiteFile;
import org.tieredhdfs.report.Side;

/**
 * The plan of the write benchmark.
 *
 * @param bench its repeats are the pairs; its settings are for both sides
 * @param levers settings of our side alone: of our DataNodes, and of our client wherever it is used
 * @param media of all volumes
 * @param sizes of one measurement
 */
public record WritePlan(
    BenchPlan bench, Map<String, String> levers, WriteMedia media, WriteSizes sizes) {

  public WritePlan {
    levers = Map.copyOf(levers);
    for (String key : levers.keySet()) {
      requireFile(key);
    }
    bench.requireCases(WriteCase.ALL.stream().map(WriteCase::name).toList());
  }

  private static void requireFile(String key) {
    try {
      SiteFile.of(key);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          String.valueOf(e.getMessage()).replaceFirst("^--conf", "--lever"), e);
    }
  }

  List<WriteCase> cases() {
    return WriteCase.ALL.stream().filter(one -> bench.includes(one.name())).toList();
  }

  /** As many as the most replicated case needs. */
  int dataNodes() {
    return cases().stream().mapToInt(WriteCase::replication).max().orElse(1);
  }

  /** Whether a side's DataNodes are stock ones. */
  static boolean hasStockDataNodes(Side side) {
    return side == Side.STOCK || side == Side.STOCK_DATANODE;
  }

  /** Whether a side's client is the stock one. */
  static boolean hasStockClient(Side side) {
    return side == Side.STOCK || side == Side.STOCK_CLIENT;
  }

  /** Settings of one end of a side. */
  Map<String, String> settings(boolean stock) {
    Map<String, String> settings = new LinkedHashMap<>(bench.settings());
    if (!stock) {
      settings.putAll(levers);
    }
    return settings;
  }
}
