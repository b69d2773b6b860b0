package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.hdfs.server.mover.Mover;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.util.ToolRunner;
import org.tieredhdfs.bench.FixedRateLoad;

/** The activity in the cluster while the slow volume hangs. */
enum Companion {
  NONE {
    @Override
    Beginning prepare(StallCluster cluster) {
      return () -> () -> {};
    }
  },
  /** Files of the other node get a second replica, which only the measured node can hold. */
  REREPLICATION {
    @Override
    Beginning prepare(StallCluster cluster) throws IOException {
      List<Path> files = new ArrayList<>();
      for (String type : List.of(StallCluster.SLOW, StallCluster.FAST)) {
        Path directory = cluster.directory("copied-" + type, type);
        files.addAll(cluster.fill(directory, 8, FILE_BYTES, cluster.other()));
      }
      return () -> {
        for (Path file : files) {
          cluster.hdfs().fs().setReplication(file, (short) 2);
        }
        // Pending copies are made when the volume works again, or deleted with their directory
        return () -> {};
      };
    }
  },
  /**
   * Hadoop's own Mover takes files from the fast volume to the one that hangs. It runs in this
   * process: a Java that starts would be noticed by all others on a machine of few cores.
   */
  MOVER {
    @Override
    Beginning prepare(StallCluster cluster) throws IOException {
      Path directory = cluster.directory("moved", StallCluster.FAST);
      cluster.fill(directory, 20, FILE_BYTES, cluster.measured());
      cluster.hdfs().fs().setStoragePolicy(directory, "HOT");
      return () -> {
        Thread thread = new Thread(() -> move(cluster, directory), "mover");
        thread.setDaemon(true);
        thread.start();
        return () -> {
          thread.join(LIMIT_MS);
          thread.interrupt();
        };
      };
    }
  },
  /** Full block reports of the measured node, one a second. */
  BLOCK_REPORT {
    @Override
    Beginning prepare(StallCluster cluster) {
      return () -> {
        ClientDatanodeProtocol node =
            DFSUtilClient.createClientDatanodeProtocolProxy(
                cluster.live().get(0), cluster.hdfs().fs().getConf(), (int) LIMIT_MS, false);
        BlockReportOptions full = new BlockReportOptions.Factory().setIncremental(false).build();
        FixedRateLoad reports =
            FixedRateLoad.start("block reports", 1_000, number -> node.triggerBlockReport(full));
        return () -> {
          reports.close();
          RPC.stopProxy(node);
        };
      };
    }
  };

  private static final int FILE_BYTES = 1 << 20;
  private static final long LIMIT_MS = 60_000;

  /** Begins it, as soon as the volume hangs. */
  interface Beginning {
    Ending begin() throws IOException;
  }

  /** Ends it, when the volume works again. */
  interface Ending {
    void end() throws InterruptedException;
  }

  /** Before anything hangs. */
  abstract Beginning prepare(StallCluster cluster) throws IOException;

  private static void move(StallCluster cluster, Path directory) {
    try {
      ToolRunner.run(
          new Configuration(cluster.hdfs().fs().getConf()),
          new Mover.Cli(),
          new String[] {"-p", directory.toString()});
    } catch (Exception e) {
      cluster.progress().done("the Mover ended with " + e);
    }
  }
}
