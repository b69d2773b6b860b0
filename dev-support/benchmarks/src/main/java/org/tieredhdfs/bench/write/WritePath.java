package org.tieredhdfs.bench.write;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.bench.BenchPlan;
import org.tieredhdfs.bench.experiment.BenchOptions;
import org.tieredhdfs.bench.experiment.Bound;
import org.tieredhdfs.bench.experiment.Experiment;
import org.tieredhdfs.localcluster.media.MediaPace;
import org.tieredhdfs.localcluster.media.MediaProfile;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.OptionRange;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures writes and reads: a client and DataNodes in separate processes, stock or this project's,
 * in all four combinations, in pairs.
 */
@Command(
    name = "write",
    sortOptions = false,
    description = {
      "Compares Hadoop's client and DataNodes with this project's, in pairs: one to"
          + " three writers, three replicas, records with hflush or hsync, and reads."
          + " Measures MB/s, latency, processor time of client and DataNodes, and system"
          + " calls.",
      "Sides are stock, ours, stock-client (on our DataNodes), and stock-datanode (with our"
          + " client); ratios need stock. By default 10 pairs: about 20 minutes and 5 GB of memory;"
          + " --quick takes less than one.",
    })
public final class WritePath extends Experiment<WriteCase> {
  private static final int USUAL_PAIRS = 10;
  private static final List<Side> SIDES =
      List.of(Side.STOCK, Side.OURS, Side.STOCK_CLIENT, Side.STOCK_DATANODE);

  @Option(
      names = "--media",
      paramLabel = "ram|ssd|hdd",
      description =
          "what the volumes are made of: memory, or emulated SSDs or hard disks at a fifth of their"
              + " speed (needs root); default: ram")
  WriteMedia media = WriteMedia.RAM;

  @Option(
      names = "--mb",
      paramLabel = "N",
      description = "MB that one measurement writes or reads in a stream; default: 1024")
  @Nullable Integer streamMb;

  /**
   * How much is written and read in one measurement.
   *
   * @param streamMb of files written as fast as they are taken and read from end to end; of one
   *     replica
   * @param smallOps operations of 1 or 4 KB
   * @param largeOps operations of 64 KB or 1 MB
   * @param warmUps measurements of each case on each side that do not count, before the first pair
   */
  record WriteSizes(int streamMb, int smallOps, int largeOps, int warmUps) {
    static final WriteSizes USUAL = new WriteSizes(1024, 5_000, 1_000, 2);
    static final WriteSizes QUICK = new WriteSizes(64, 300, 60, 0);

    WriteSizes {
      OptionRange.require("--mb", streamMb, 1, 4096, " MB");
    }

    /** The same with streams of another length. */
    WriteSizes withStreamMb(int mb) {
      return new WriteSizes(mb, smallOps, largeOps, warmUps);
    }
  }

  WriteSizes usual = WriteSizes.USUAL;

  public WritePath() {
    super(
        new BenchOptions(
            "write", new BenchOptions.Defaults(USUAL_PAIRS, 1, 1, MediaPace.DEFAULT_FACTOR, SIDES)),
        WriteCase::name,
        "mbPerSec",
        "cpuSecPerGb",
        "p50Us",
        "p99Us",
        "mbPerSecRatio",
        "cpuSecPerGbRatio",
        "p50UsRatio",
        "mbPerSecRatioLower95",
        "mbPerSecRatioUpper95");
  }

  private WriteSizes sizes() {
    WriteSizes sizes = isQuick() ? WriteSizes.QUICK : usual;
    return sizes.withStreamMb(or(streamMb, sizes.streamMb()));
  }

  @Override
  protected List<WriteCase> cases() {
    return WriteCase.ALL;
  }

  @Override
  protected String clusterOf(WriteCase one) {
    return "all";
  }

  /** In a pair each side runs each case once, one behind the other. */
  @Override
  protected boolean keepsAllSidesUp() {
    return true;
  }

  @Override
  protected int warmUps() {
    return sizes().warmUps();
  }

  @Override
  protected boolean isRepeatedWhenStolenFrom() {
    return true;
  }

  @Override
  protected String scale(BenchPlan plan) {
    return media + ", streams of " + sizes().streamMb() + " MB";
  }

  @Override
  protected Map<String, MediaProfile> profiles(List<WriteCase> asked) {
    return media.profiles();
  }

  @Override
  protected Place<WriteCase> open(Setting<WriteCase> setting)
      throws IOException, ClusterException, InterruptedException {
    return new WriteSides(setting, media, sizes());
  }

  @Override
  protected boolean isOfACase(String rowName) {
    return !rowName.startsWith(WriteComparison.INTERVAL);
  }

  @Override
  protected List<BenchmarkCase> reported(List<BenchmarkCase> measured) {
    return new WriteComparison(measured).reported();
  }

  @Override
  protected List<Bound> bounds(List<BenchmarkCase> rows) {
    return WriteComparison.bounds(rows);
  }
}
