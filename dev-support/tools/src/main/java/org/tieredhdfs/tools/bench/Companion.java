package org.tieredhdfs.tools.bench;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.jspecify.annotations.Nullable;

/** What goes on in the cluster while the slow volume hangs. */
interface Companion {

  /** Before anything hangs. */
  void prepare() throws IOException;

  /** As soon as the volume hangs. */
  void begin() throws IOException;

  /** When it works again. */
  void end() throws InterruptedException;

  static Companion of(StallCase.CompanionKind kind, StallCluster cluster) {
    return switch (kind) {
      case NONE -> new Nothing();
      case REREPLICATION -> new Rereplication(cluster);
      case MOVER -> new StockMover(cluster);
      case BLOCK_REPORT -> new BlockReports(cluster);
    };
  }

  /** No companion. */
  final class Nothing implements Companion {
    @Override
    public void prepare() {}

    @Override
    public void begin() {}

    @Override
    public void end() {}
  }

  /** Files of the other node get a second replica, which only the measured node can hold. */
  final class Rereplication implements Companion {
    private static final int FILES = 8;
    private static final int FILE_BYTES = 1 << 20;

    private final StallCluster cluster;
    private final List<Path> files = new ArrayList<>();

    Rereplication(StallCluster cluster) {
      this.cluster = cluster;
    }

    @Override
    public void prepare() throws IOException {
      for (String type : List.of(StallCluster.SLOW, StallCluster.FAST)) {
        Path directory = cluster.directory("copied-" + type, type);
        files.addAll(cluster.fill(directory, FILES, FILE_BYTES, cluster.other()));
      }
    }

    @Override
    public void begin() throws IOException {
      for (Path file : files) {
        cluster.hdfs().fs().setReplication(file, (short) 2);
      }
    }

    @Override
    public void end() {
      // What is not copied yet is copied now, or deleted with its directory.
    }
  }

  /** Hadoop's own Mover takes files from the fast volume to the one that hangs. */
  final class StockMover implements Companion {
    private static final int FILES = 20;
    private static final int FILE_BYTES = 1 << 20;
    private static final long LIMIT_SEC = 60;

    private final StallCluster cluster;
    private @Nullable Process process;
    private @Nullable Path directory;

    StockMover(StallCluster cluster) {
      this.cluster = cluster;
    }

    @Override
    public void prepare() throws IOException {
      Path moved = cluster.directory("moved", StallCluster.FAST);
      cluster.fill(moved, FILES, FILE_BYTES, cluster.measured());
      cluster.hdfs().fs().setStoragePolicy(moved, "HOT");
      directory = moved;
    }

    @Override
    public void begin() throws IOException {
      ProcessBuilder mover =
          cluster
              .hdfs()
              .view()
              .tool(
                  "org.apache.hadoop.hdfs.server.mover.Mover",
                  List.of("-p", String.valueOf(directory)));
      // Its start is no part of what is measured: it leaves the cores to those who want them.
      List<String> command = new ArrayList<>(List.of("nice", "-n", "19"));
      command.addAll(mover.command());
      process =
          mover
              .command(command)
              .redirectErrorStream(true)
              .redirectInput(new File("/dev/null"))
              .redirectOutput(cluster.hdfs().view().dirs().logs().resolve("mover.out").toFile())
              .start();
    }

    @Override
    public void end() throws InterruptedException {
      Process running = process;
      if (running != null && !running.waitFor(LIMIT_SEC, TimeUnit.SECONDS)) {
        running.destroyForcibly().waitFor();
      }
    }
  }

  /** Full block reports of the measured node, one a second. */
  final class BlockReports implements Companion {
    private static final long INTERVAL_MS = 1_000;
    private static final int TIMEOUT_MS = 60_000;

    private final StallCluster cluster;
    private @Nullable Paced reports;

    BlockReports(StallCluster cluster) {
      this.cluster = cluster;
    }

    @Override
    public void prepare() {}

    @Override
    public void begin() throws IOException {
      DatanodeInfo node =
          Arrays.stream(cluster.hdfs().fs().getDataNodeStats(DatanodeReportType.LIVE))
              .filter(live -> live.getXferPort() == cluster.measured().transferPort())
              .findFirst()
              .orElseThrow(() -> new IOException("the DataNode to be measured is gone"));
      Configuration conf = cluster.hdfs().fs().getConf();
      reports =
          Paced.start(
              "block reports",
              INTERVAL_MS,
              number ->
                  DFSUtilClient.createClientDatanodeProtocolProxy(node, conf, TIMEOUT_MS, false)
                      .triggerBlockReport(
                          new BlockReportOptions.Factory().setIncremental(false).build()));
    }

    @Override
    public void end() {
      Paced running = reports;
      if (running != null) {
        running.close();
      }
    }
  }
}
