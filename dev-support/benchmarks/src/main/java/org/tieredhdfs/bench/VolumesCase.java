package org.tieredhdfs.bench;

import java.util.List;
import org.tieredhdfs.report.Side;

/**
 * One case of the volumes benchmark: a policy and the kind of volumes.
 *
 * @param name in the report
 * @param side whose policy it is
 * @param policy its class
 * @param shape what the volumes are like
 */
record VolumesCase(String name, Side side, String policy, Shape shape) {
  static final String STOCK_ROUND_ROBIN = "round-robin";
  static final String LATENCY_AWARE = "latency-aware";
  static final String EQUAL = "equal-";
  static final int VOLUMES = 8;

  private static final String STOCK_PACKAGE = "org.apache.hadoop.hdfs.server.datanode.fsdataset.";
  private static final String OUR_PACKAGE = "org.tieredhdfs.hdfs.datanode.choose.";

  /** The kind of volumes. */
  enum Shape {
    /** The first half twice as fast as the second. */
    UNEQUAL,
    EQUAL,
    /** The same, and one of the fast ones becomes slow for a while. */
    SLOWDOWN
  }

  static List<VolumesCase> all() {
    String roundRobin = STOCK_PACKAGE + "RoundRobinVolumeChoosingPolicy";
    String space = STOCK_PACKAGE + "AvailableSpaceVolumeChoosingPolicy";
    String typeRoundRobin = OUR_PACKAGE + "StorageTypeRoundRobinVolumeChoosingPolicy";
    String latency = OUR_PACKAGE + "LatencyAwareVolumeChoosingPolicy";
    return List.of(
        new VolumesCase(STOCK_ROUND_ROBIN, Side.STOCK, roundRobin, Shape.UNEQUAL),
        new VolumesCase("available-space", Side.STOCK, space, Shape.UNEQUAL),
        new VolumesCase("type-round-robin", Side.OURS, typeRoundRobin, Shape.UNEQUAL),
        new VolumesCase(LATENCY_AWARE, Side.OURS, latency, Shape.UNEQUAL),
        new VolumesCase(EQUAL + STOCK_ROUND_ROBIN, Side.STOCK, roundRobin, Shape.EQUAL),
        new VolumesCase(EQUAL + "type-round-robin", Side.OURS, typeRoundRobin, Shape.EQUAL),
        new VolumesCase(EQUAL + LATENCY_AWARE, Side.OURS, latency, Shape.EQUAL),
        new VolumesCase("slowdown-" + STOCK_ROUND_ROBIN, Side.STOCK, roundRobin, Shape.SLOWDOWN),
        new VolumesCase("slowdown-" + LATENCY_AWARE, Side.OURS, latency, Shape.SLOWDOWN));
  }

  static List<String> names() {
    return all().stream().map(VolumesCase::name).toList();
  }

  /**
   * How many times slower than a fast volume a volume is.
   *
   * @param index of the volume
   */
  double slowness(int index) {
    boolean isFast = index < VOLUMES / 2;
    // Equal volumes together are as fast as unequal ones.
    return shape == Shape.EQUAL ? 4.0 / 3 : isFast ? 1 : 2;
  }
}
