package org.tieredhdfs.localcluster;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.tieredhdfs.linux.ListeningPorts;
import org.tieredhdfs.linux.ProcessTable;
import org.tieredhdfs.localcluster.ClusterStatus.DaemonStatus;
import org.tieredhdfs.localcluster.ClusterStatus.VolumeStatus;
import org.tieredhdfs.localcluster.conf.SiteSettings;
import org.tieredhdfs.localcluster.media.Media;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.process.JavaCommand;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.localcluster.spec.Daemon;
import org.tieredhdfs.localcluster.spec.DataNodeAddress;
import org.tieredhdfs.localcluster.spec.Role;

/** Finds out how a cluster is: processes and ports from the kernel, usage from the DataNodes. */
final class StatusReader {
  private final ClusterView view;
  private final ProcessTable table = new ProcessTable();

  StatusReader(ClusterView view) {
    this.view = view;
  }

  ClusterStatus read() throws IOException {
    Map<String, Long> pids = pids();
    Optional<HdfsState> hdfs = askHdfs();
    List<DaemonStatus> daemons = new ArrayList<>();
    for (Daemon daemon : view.record().daemons()) {
      daemons.add(daemonStatus(daemon, pids.getOrDefault(daemon.name(), 0L), hdfs));
    }
    Map<Path, Long> usedBytes = hdfs.isPresent() ? usedBytes(hdfs.get(), pids) : Map.of();
    Map<String, Media.State> media = mediaStates();
    List<VolumeStatus> volumes = new ArrayList<>();
    for (Volume volume : view.record().volumes()) {
      volumes.add(volumeStatus(volume, usedBytes, Optional.ofNullable(media.get(volume.name()))));
    }
    return new ClusterStatus(
        view.dirs().dir().toString(),
        daemons.stream().allMatch(DaemonStatus::isUp),
        view.record().stock(),
        view.defaultFs(),
        view.record().nameNodeHttp(),
        view.record().zooKeeper(),
        daemons.stream().mapToLong(DaemonStatus::residentBytes).sum(),
        daemons,
        volumes);
  }

  /** Where a DataNode is reached, if it runs and the NameNode knows it. */
  Optional<DataNodeAddress> dataNode(String name) throws IOException {
    long pid = pids().getOrDefault(name, 0L);
    return pid == 0
        ? Optional.empty()
        : askHdfs().flatMap(state -> state.dataNode(ListeningPorts.of(pid)));
  }

  /** The numbers of the daemons' processes, by name. */
  private Map<String, Long> pids() throws IOException {
    Map<String, Long> pids = new HashMap<>();
    for (ProcessTable.Entry entry : table.withArgument(JavaCommand.clusterMark(view.dirs()))) {
      entry.valueOf(JavaCommand.daemonMarkPrefix()).ifPresent(name -> pids.put(name, entry.pid()));
    }
    return pids;
  }

  private Optional<HdfsState> askHdfs() {
    try {
      return Optional.of(HdfsState.ask(view.record().nameNodeHttp()));
    } catch (IOException down) {
      return Optional.empty();
    }
  }

  private DaemonStatus daemonStatus(Daemon daemon, long pid, Optional<HdfsState> hdfs) {
    SortedSet<Integer> ports = pid == 0 ? Collections.emptySortedSet() : ListeningPorts.of(pid);
    boolean isUp =
        switch (daemon.role()) {
          case NAMENODE -> !ports.isEmpty() && hdfs.isPresent();
          case DATANODE -> hdfs.flatMap(state -> state.dataNode(ports)).isPresent();
          case ZOOKEEPER, HMASTER, REGIONSERVER -> !ports.isEmpty();
        };
    return new DaemonStatus(
        daemon.name(),
        daemon.role().title(),
        isUp,
        pid,
        address(daemon, ports, hdfs),
        pid == 0 ? 0 : table.residentBytes(pid));
  }

  private String address(Daemon daemon, SortedSet<Integer> ports, Optional<HdfsState> hdfs) {
    if (ports.isEmpty()) {
      return "";
    }
    return switch (daemon.role()) {
      case NAMENODE -> view.defaultFs() + ", http://" + view.record().nameNodeHttp();
      case ZOOKEEPER -> view.record().zooKeeper();
      case DATANODE ->
          hdfs.flatMap(state -> state.dataNode(ports))
              .map(node -> node.transfer() + ", http://" + node.http())
              .orElse("");
      case HMASTER, REGIONSERVER ->
          ports.stream()
              .map(port -> SiteSettings.LOCALHOST + ":" + port)
              .collect(Collectors.joining(", "));
    };
  }

  /** What HDFS has in each volume, by its folder, from those DataNodes that answer. */
  private Map<Path, Long> usedBytes(HdfsState hdfs, Map<String, Long> pids) {
    Map<Path, Long> used = new HashMap<>();
    for (Daemon daemon : view.record().daemons()) {
      Long pid = pids.get(daemon.name());
      if (daemon.role() == Role.DATANODE && pid != null) {
        hdfs.dataNode(ListeningPorts.of(pid)).ifPresent(node -> addUsage(node, used));
      }
    }
    return used;
  }

  private static void addUsage(DataNodeAddress node, Map<Path, Long> used) {
    try {
      JsonNode bean = JmxPage.read(node.http(), "Hadoop:service=DataNode,name=DataNodeInfo");
      JmxPage.inner(bean, "VolumeInfo")
          .fields()
          .forEachRemaining(
              field ->
                  used.put(folder(field.getKey()), field.getValue().path("usedSpace").asLong()));
    } catch (IOException hangs) {
      // Show its volumes without their used bytes.
      return;
    }
  }

  /**
   * The volume's folder from how a DataNode names it: a path or a URI, maybe with the subfolder.
   */
  private static Path folder(String shown) {
    Path path = shown.startsWith("file:") ? Path.of(URI.create(shown)) : Path.of(shown);
    Path parent = path.getParent();
    return path.endsWith("current") && parent != null ? parent : path;
  }

  private Map<String, Media.State> mediaStates() throws IOException {
    if (!view.record().emulated()) {
      return Map.of();
    }
    try {
      return view.media().list().stream()
          .collect(Collectors.toMap(state -> state.volume().name(), state -> state));
    } catch (ClusterException | IOException unmounted) {
      return Map.of();
    }
  }

  private VolumeStatus volumeStatus(
      Volume volume, Map<Path, Long> usedBytes, Optional<Media.State> state) {
    long capacityBytes = 0;
    long freeBytes = 0;
    // Asking a hung volume for its space would hang, too.
    if (state.isEmpty() || state.get().isSound()) {
      try {
        FileStore store = Files.getFileStore(volume.path());
        capacityBytes = store.getTotalSpace();
        freeBytes = store.getUsableSpace();
      } catch (IOException gone) {
        capacityBytes = 0;
      }
    }
    return new VolumeStatus(
        volume.name(),
        volume.storageType(),
        medium(volume, state),
        volume.path().toString(),
        capacityBytes,
        freeBytes,
        usedBytes.getOrDefault(volume.path(), -1L),
        state.map(Media.State::fault).orElse(""));
  }

  private static String medium(Volume volume, Optional<Media.State> state) {
    return state
        .map(now -> String.format(Locale.ROOT, "%s at 1/%.3g speed", now.medium(), now.factor()))
        .orElse(volume.medium().title());
  }
}
