package org.tieredhdfs.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.server.mover.Mover;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.util.ToolRunner;
import org.jspecify.annotations.Nullable;

/** The activity in the cluster while the slow volume hangs. */
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
      // Nothing to undo: pending copies are made now, or deleted with their directory.
    }
  }

  /**
   * Hadoop's own Mover takes files from the fast volume to the one that hangs. It runs in this
   * process: a Java that starts would be noticed by all others on a machine of few cores.
   */
  final class StockMover implements Companion {
    private static final int FILES = 20;
    private static final int FILE_BYTES = 1 << 20;
    private static final long LIMIT_MS = 60_000;

    private final StallCluster cluster;
    private final Thread thread = new Thread(this::move, "mover");
    private final List<String> arguments = new ArrayList<>(List.of("-p"));

    StockMover(StallCluster cluster) {
      this.cluster = cluster;
      thread.setDaemon(true);
    }

    @Override
    public void prepare() throws IOException {
      Path directory = cluster.directory("moved", StallCluster.FAST);
      cluster.fill(directory, FILES, FILE_BYTES, cluster.measured());
      cluster.hdfs().fs().setStoragePolicy(directory, "HOT");
      arguments.add(directory.toString());
    }

    @Override
    public void begin() {
      thread.start();
    }

    private void move() {
      try {
        ToolRunner.run(
            new Configuration(cluster.hdfs().fs().getConf()),
            new Mover.Cli(),
            arguments.toArray(new String[0]));
      } catch (Exception e) {
        cluster.tell("the Mover ended with " + e);
      }
    }

    @Override
    public void end() throws InterruptedException {
      thread.join(LIMIT_MS);
      thread.interrupt();
    }
  }

  /** Full block reports of the measured node, one a second. */
  final class BlockReports implements Companion {
    private static final long INTERVAL_MS = 1_000;
    private static final int TIMEOUT_MS = 60_000;

    private final StallCluster cluster;
    private @Nullable ClientDatanodeProtocol datanode;
    private @Nullable FixedRateLoad reports;

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
      ClientDatanodeProtocol proxy =
          DFSUtilClient.createClientDatanodeProtocolProxy(node, conf, TIMEOUT_MS, false);
      BlockReportOptions full = new BlockReportOptions.Factory().setIncremental(false).build();
      datanode = proxy;
      reports =
          FixedRateLoad.start(
              "block reports", INTERVAL_MS, number -> proxy.triggerBlockReport(full));
    }

    @Override
    public void end() {
      FixedRateLoad running = reports;
      if (running != null) {
        running.close();
      }
      if (datanode != null) {
        RPC.stopProxy(datanode);
      }
    }
  }
}
