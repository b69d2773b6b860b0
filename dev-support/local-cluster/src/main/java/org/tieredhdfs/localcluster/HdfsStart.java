package org.tieredhdfs.localcluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import org.tieredhdfs.linux.ListeningPorts;
import org.tieredhdfs.localcluster.conf.ConfFiles;
import org.tieredhdfs.localcluster.conf.SiteSettings.Ports;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.process.DaemonProcesses;
import org.tieredhdfs.localcluster.process.DaemonProcesses.Started;
import org.tieredhdfs.localcluster.process.FreePorts;
import org.tieredhdfs.localcluster.process.StartupWatch;
import org.tieredhdfs.localcluster.process.StartupWatch.PortLostException;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Daemon;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.localcluster.spec.Role;

/**
 * Brings up the NameNode, ZooKeeper beside it, and the DataNodes.
 *
 * <p>The ports that have to be known beforehand come from the kernel; if somebody else takes one
 * before its daemon does, the daemons that have a port of that kind start anew with other ports.
 */
final class HdfsStart {
  private static final int MAX_PORT_ATTEMPTS = 5;
  private static final int ANSWER_LIMIT_MS = 2_000;

  private final ClusterSpec spec;
  private final DaemonProcesses processes;
  private final StartupWatch watch;
  private final FreePorts.Source portSource;

  HdfsStart(
      ClusterSpec spec,
      DaemonProcesses processes,
      StartupWatch watch,
      FreePorts.Source portSource) {
    this.spec = spec;
    this.portSource = portSource;
    this.processes = processes;
    this.watch = watch;
  }

  ClusterRecord run(List<Volume> volumes) throws IOException, ClusterException {
    for (int attempt = 1; ; attempt++) {
      Ports ports = pickPorts();
      new ConfFiles(spec, ports).write(volumes);
      ClusterRecord record = ClusterRecord.of(spec, ports, volumes);
      record.write(spec.dirs());
      if (attempt == 1) {
        format();
      }
      try {
        startFixedPortDaemons(ports);
      } catch (PortLostException e) {
        if (attempt == MAX_PORT_ATTEMPTS) {
          throw e;
        }
        continue;
      }
      startDataNodes(ports);
      return record;
    }
  }

  private Ports pickPorts() throws IOException {
    List<Integer> free = portSource.pick(3);
    return new Ports(free.get(0), free.get(1), free.get(2));
  }

  private List<Daemon> daemons(Role role) {
    return spec.daemons().stream().filter(daemon -> daemon.role() == role).toList();
  }

  private void format() throws IOException, ClusterException {
    Daemon nameNode = daemons(Role.NAMENODE).get(0);
    watch.awaitEnd(new Started(nameNode, processes.format(nameNode)));
  }

  private void startFixedPortDaemons(Ports ports) throws IOException, ClusterException {
    List<Daemon> daemons = new ArrayList<>(daemons(Role.NAMENODE));
    daemons.addAll(daemons(Role.ZOOKEEPER));
    List<Started> started = new ArrayList<>();
    for (Daemon daemon : daemons) {
      // The ports are read from the log: an earlier attempt's must not be found there.
      Files.deleteIfExists(spec.dirs().log(daemon.name()));
      Files.deleteIfExists(spec.dirs().out(daemon.name()));
      started.add(processes.start(daemon));
    }
    try {
      watch.await(started, new FixedPortProbe(ports));
    } catch (PortLostException e) {
      for (Started one : started) {
        one.process().destroyForcibly().onExit().join();
      }
      throw e;
    }
  }

  private void startDataNodes(Ports ports) throws IOException, ClusterException {
    List<Started> started = new ArrayList<>();
    for (Daemon daemon : daemons(Role.DATANODE)) {
      started.add(processes.start(daemon));
    }
    watch.await(started, new DataNodeProbe(ports.nameNodeHttpAddress()));
  }

  /** NameNode and ZooKeeper: up when they answer on ports that are their own. */
  private static final class FixedPortProbe implements StartupWatch.Probe {
    private final Ports ports;

    FixedPortProbe(Ports ports) {
      this.ports = ports;
    }

    @Override
    public Optional<String> address(Started started) throws IOException {
      SortedSet<Integer> own = ListeningPorts.of(started.process().pid());
      if (started.daemon().role() == Role.ZOOKEEPER) {
        boolean isUp = own.contains(ports.zooKeeper()) && isServing(ports.zooKeeper());
        return isUp ? Optional.of(ports.zooKeeperAddress()) : Optional.empty();
      }
      if (!own.contains(ports.nameNodeRpc()) || !own.contains(ports.nameNodeHttp())) {
        return Optional.empty();
      }
      // answers when it has a name system
      HdfsState unused = HdfsState.ask(ports.nameNodeHttpAddress());
      return Optional.of(ports.defaultFs() + ", http://" + ports.nameNodeHttpAddress());
    }

    /** Asks a ZooKeeper server. */
    private static boolean isServing(int port) {
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port), ANSWER_LIMIT_MS);
        socket.setSoTimeout(ANSWER_LIMIT_MS);
        socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
        String answer =
            new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        return answer.contains("Mode:");
      } catch (IOException notYet) {
        return false;
      }
    }
  }

  /** DataNodes: up when the NameNode takes writes and knows their volumes. */
  static final class DataNodeProbe implements StartupWatch.Probe {
    private final String nameNodeHttp;
    private Optional<HdfsState> state = Optional.empty();

    DataNodeProbe(String nameNodeHttp) {
      this.nameNodeHttp = nameNodeHttp;
    }

    @Override
    public void look() throws IOException {
      state = Optional.of(HdfsState.ask(nameNodeHttp));
    }

    @Override
    public Optional<String> address(Started started) {
      return state
          .filter(seen -> !seen.isSafeMode())
          .flatMap(seen -> seen.dataNode(ListeningPorts.of(started.process().pid())))
          .filter(node -> node.capacityBytes() > 0)
          .map(DataNodeAddress::transfer);
    }
  }
}
