package org.tieredhdfs.hdfs.placement;

import java.beans.ConstructorProperties;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * How evenly the DataNodes that have a storage type carry it, by bytes for each volume of the type.
 *
 * <p>A bean, as JMX shows it. Immutable.
 */
public final class StorageBalance {
  private final int nodes;
  private final double storedMeanBytes;
  private final double storedMaxOverMean;
  private final double inFlightMeanBytes;
  private final double inFlightMaxOverMean;

  /** For JMX, which makes one of what it has read. */
  @ConstructorProperties({
    "nodes",
    "storedMeanBytes",
    "storedMaxOverMean",
    "inFlightMeanBytes",
    "inFlightMaxOverMean"
  })
  public StorageBalance(
      int nodes,
      double storedMeanBytes,
      double storedMaxOverMean,
      double inFlightMeanBytes,
      double inFlightMaxOverMean) {
    this.nodes = nodes;
    this.storedMeanBytes = storedMeanBytes;
    this.storedMaxOverMean = storedMaxOverMean;
    this.inFlightMeanBytes = inFlightMeanBytes;
    this.inFlightMaxOverMean = inFlightMaxOverMean;
  }

  /** Of nodes as they are now. */
  static StorageBalance of(List<TypeLoad> loads, long nowMs) {
    loads.forEach(TypeLoad::look);
    ToDoubleFunction<TypeLoad> stored = load -> load.storedBytes() / load.weight();
    ToDoubleFunction<TypeLoad> inFlight = load -> load.inFlightBytes(nowMs) / load.weight();
    return new StorageBalance(
        loads.size(),
        mean(loads, stored),
        maxOverMean(loads, stored),
        mean(loads, inFlight),
        maxOverMean(loads, inFlight));
  }

  private static double mean(List<TypeLoad> loads, ToDoubleFunction<TypeLoad> value) {
    return loads.stream().mapToDouble(value).average().orElse(0);
  }

  private static double maxOverMean(List<TypeLoad> loads, ToDoubleFunction<TypeLoad> value) {
    double mean = mean(loads, value);
    return mean == 0 ? 0 : loads.stream().mapToDouble(value).max().orElse(0) / mean;
  }

  /** DataNodes that have volumes of the type. */
  public int getNodes() {
    return nodes;
  }

  /** Bytes stored, as of each DataNode's last heartbeat. */
  public double getStoredMeanBytes() {
    return storedMeanBytes;
  }

  /** The fullest by the mean; 0 if all are empty. */
  public double getStoredMaxOverMean() {
    return storedMaxOverMean;
  }

  /** Bytes of blocks that are being written. */
  public double getInFlightMeanBytes() {
    return inFlightMeanBytes;
  }

  /** The one with most of these by the mean; 0 if nothing is being written. */
  public double getInFlightMaxOverMean() {
    return inFlightMaxOverMean;
  }
}
