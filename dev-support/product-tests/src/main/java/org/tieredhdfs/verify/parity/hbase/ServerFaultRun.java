package org.tieredhdfs.verify.parity.hbase;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.RollingUpgradeAction;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.DaemonControl;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.process.ProcessTermination;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Role;
import org.tieredhdfs.verify.fixture.RestartedMover;
import org.tieredhdfs.verify.parity.TimedFault;

/** A fault of HBase's servers, or of what is below them. */
final class ServerFaultRun extends TimedFault {
  private static final String SERVER_PACKAGE = "org.apache.hadoop.hdfs.server.";
  private static final long MOMENT_MS = 50;
  private static final long END_LIMIT_SEC = 30;

  private final ServerFault fault;
  private final HBaseSide side;
  private final DaemonControl control;
  private final DistributedFileSystem fs;
  private @Nullable Process tool;

  ServerFaultRun(ServerFault fault, HBaseSide side) {
    super(fault);
    this.fault = fault;
    this.side = side;
    this.control = side.cluster().control();
    this.fs = side.cluster().fs();
  }

  @Override
  protected String begin() throws IOException, ClusterException, InterruptedException {
    String hit = "began";
    switch (fault.kind()) {
      case KILL_REGIONSERVER -> hit = kill(Role.REGIONSERVER);
      case KILL_DATANODE -> hit = kill(Role.DATANODE);
      case KILL_NAMENODE -> control.restartNameNode();
      case KILL_MOVER -> {
        if (side.cluster().mover().isPresent()) {
          side.cluster().mover().get().kill();
        } else {
          hit = NOT_APPLIED + "there is none";
        }
      }
      case PURGED_EDITS -> side.cluster().mover().ifPresent(RestartedMover::close);
      case PAUSE_NAMENODE -> control.pause(Role.NAMENODE.key());
      case SLOW_NAMENODE -> {}
      case FULL_SSD -> {
        for (Volume volume : flash()) {
          side.cluster().view().media().fill(volume);
        }
      }
      case MOVER -> tool = start("mover.Mover", List.of("-p", "/hbase"));
      case BALANCER -> tool = start("balancer.Balancer", List.of("-threshold", "1"));
      case ROLLING_UPGRADE -> fs.rollingUpgrade(RollingUpgradeAction.PREPARE);
      case DECOMMISSION -> {
        hit = any(Role.DATANODE);
        side.exclude(side.cluster().view().dataNode(hit).transfer() + "\n");
      }
    }
    return hit;
  }

  private String any(Role role) {
    List<String> names = control.names(role);
    return names.get(fault.choice() % names.size());
  }

  private String kill(Role role) throws IOException, ClusterException {
    String victim = any(role);
    side.kill(victim);
    return victim;
  }

  private Process start(String tool, List<String> arguments) throws IOException {
    return side.cluster()
        .view()
        .tool(SERVER_PACKAGE + tool, arguments)
        .redirectErrorStream(true)
        .redirectOutput(side.cluster().view().dirs().logs().resolve(fault.kind() + ".out").toFile())
        .start();
  }

  private List<Volume> flash() {
    return side.cluster().view().record().volumes().stream()
        .filter(volume -> volume.label().equals("SSD"))
        .toList();
  }

  @Override
  protected void last(long ms) throws IOException, ClusterException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    while (fault.kind() == ServerFault.Kind.SLOW_NAMENODE && System.nanoTime() - endNs < 0) {
      control.pause(Role.NAMENODE.key());
      TimeUnit.MILLISECONDS.sleep(MOMENT_MS);
      control.resume(Role.NAMENODE.key());
      TimeUnit.MILLISECONDS.sleep(MOMENT_MS);
    }
    super.last(Math.max(0, (endNs - System.nanoTime()) / 1_000_000));
  }

  @Override
  protected void mend() throws IOException, ClusterException {
    switch (fault.kind()) {
      case PAUSE_NAMENODE, SLOW_NAMENODE -> control.resume(Role.NAMENODE.key());
      case FULL_SSD -> {
        for (Volume volume : flash()) {
          side.cluster().view().media().heal(volume);
        }
      }
      case MOVER, BALANCER -> {
        Process started = tool;
        if (started != null) {
          ProcessTermination.of(started, END_LIMIT_SEC);
        }
      }
      case ROLLING_UPGRADE -> fs.rollingUpgrade(RollingUpgradeAction.FINALIZE);
      case DECOMMISSION -> side.exclude("");
      case PURGED_EDITS -> {
        fs.setSafeMode(SafeModeAction.ENTER);
        try {
          fs.saveNamespace();
        } finally {
          fs.setSafeMode(SafeModeAction.LEAVE);
        }
      }
      case KILL_REGIONSERVER, KILL_DATANODE, KILL_NAMENODE, KILL_MOVER -> {}
    }
    side.revive();
  }
}
