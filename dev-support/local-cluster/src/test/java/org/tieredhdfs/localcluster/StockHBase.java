package org.tieredhdfs.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.tieredhdfs.localcluster.conf.SiteSettings;
import org.tieredhdfs.localcluster.conf.SiteXml;
import org.tieredhdfs.localcluster.process.DaemonProcesses;
import org.tieredhdfs.localcluster.process.StartGate;
import org.tieredhdfs.localcluster.process.StartupWatch;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;

/** HBase without anything of ours, on the HDFS and the ZooKeeper of a cluster that runs. */
final class StockHBase {
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String MASTER = "HMaster";
  private static final String REGION_SERVER = "HRegionServer";

  private final ClusterSpec stock;

  private StockHBase(ClusterSpec stock) {
    this.stock = stock;
  }

  /**
   * Starts it.
   *
   * @param stock of the same directory as the cluster
   * @param running what runs there
   */
  static StockHBase start(ClusterSpec stock, ClusterRecord running) throws Exception {
    SiteSettings.Ports ports =
        new SiteSettings.Ports(
            portOf(running.defaultFs()),
            portOf(running.nameNodeHttp()),
            portOf(running.zooKeeper()));
    for (var file : new SiteSettings(stock, ports).all().entrySet()) {
      Files.writeString(
          stock.dirs().conf().resolve(file.getKey().fileName()), SiteXml.of(file.getValue()));
    }
    assertThat(stock.classPath()).contains("hbase-server").doesNotContain("tiered");
    DaemonProcesses processes = new DaemonProcesses(stock, new StartGate());
    StartupWatch watch = new StartupWatch(stock.dirs(), Progress.silent(), LIMIT);
    new HBaseStart(stock, processes, watch).run();
    StockHBase hbase = new StockHBase(stock);
    assertThat(hbase.regionServers()).isNotEmpty();
    for (ProcessHandle process : hbase.regionServers()) {
      Path environment = Path.of("/proc", Long.toString(process.pid()), "environ");
      assertThat(Files.readString(environment, StandardCharsets.ISO_8859_1))
          .doesNotContain("hbase-tiered-store")
          .doesNotContain("tiered-overlay");
    }
    return hbase;
  }

  List<ProcessHandle> regionServers() {
    return processes(REGION_SERVER);
  }

  private List<ProcessHandle> processes(String name) {
    String directory = stock.dirs().dir().toString();
    return ProcessHandle.allProcesses()
        .filter(
            process -> {
              String command = process.info().commandLine().orElse("");
              return command.contains(name) && command.contains(directory);
            })
        .toList();
  }

  /** Ends all of it as a crash does. */
  void end() {
    processes(MASTER).forEach(StockHBase::kill);
    regionServers().forEach(StockHBase::kill);
  }

  static void kill(ProcessHandle process) {
    process.destroyForcibly();
    process.onExit().join();
  }

  private static int portOf(String address) {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }
}
