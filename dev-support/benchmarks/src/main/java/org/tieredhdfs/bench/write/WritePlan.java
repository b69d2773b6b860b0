package org.tieredhdfs.bench.write;

import java.util.List;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.localcluster.spec.OptionRange;
import org.tieredhdfs.report.Side;

/**
 * The plan of the write benchmark.
 *
 * @param bench its repeats are the pairs
 * @param media of all volumes
 * @param sizes of one measurement
 */
public record WritePlan(BenchPlan bench, WriteMedia media, WriteSizes sizes) {

  public WritePlan {
    bench.requireCases(WriteCase.ALL.stream().map(WriteCase::name).toList());
  }

  /**
   * How much is written and read in one measurement.
   *
   * @param streamMb of files written as fast as they are taken and read from end to end; of one
   *     replica
   * @param smallOps operations of 1 or 4 KB
   * @param largeOps operations of 64 KB or 1 MB
   * @param warmUps measurements of each case on each side that do not count, before the first pair
   */
  public record WriteSizes(int streamMb, int smallOps, int largeOps, int warmUps) {
    public static final WriteSizes USUAL = new WriteSizes(1024, 5_000, 1_000, 2);
    public static final WriteSizes QUICK = new WriteSizes(64, 300, 60, 0);

    public WriteSizes {
      OptionRange.require("--mb", streamMb, 1, 4096, " MB");
    }

    /** The same with streams of another length. */
    public WriteSizes withStreamMb(int mb) {
      return new WriteSizes(mb, smallOps, largeOps, warmUps);
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
}
