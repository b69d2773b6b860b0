package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** NameNodes and DataNodes as processes of their own, with tables of storage types that differ. */
@Tag("slow")
class TablesAgreeTest {
  private static final String REGISTERED = "successfully registered with NN";

  @TempDir Path folder;
  private final List<RunningDaemon> running = new ArrayList<>();
  private final Map<String, String> site = new LinkedHashMap<>();

  @BeforeEach
  void describeCluster() throws Exception {
    site.put("fs.defaultFS", "hdfs://127.0.0.1:" + RunningDaemon.freePort());
    site.put("dfs.namenode.http-address", "127.0.0.1:0");
    site.put("dfs.namenode.name.dir", folder.resolve("name").toUri().toString());
    site.put("dfs.namenode.datanode.registration.ip-hostname-check", "false");
    site.put("dfs.datanode.data.dir", "[DISK]" + folder.resolve("data"));
    site.put("dfs.datanode.address", "127.0.0.1:0");
    site.put("dfs.datanode.http.address", "127.0.0.1:0");
    site.put("dfs.datanode.ipc.address", "127.0.0.1:0");
    site.put("dfs.tiered.volume.ram.check", "false");
  }

  @AfterEach
  void stop() {
    running.forEach(RunningDaemon::close);
  }

  private static Map<String, String> types(Map<String, String> site, String... namesAndNumbers) {
    Map<String, String> changed = new LinkedHashMap<>(site);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < namesAndNumbers.length; i += 2) {
      names.add(namesAndNumbers[i]);
      changed.put(
          "dfs.tiered.storage.type." + namesAndNumbers[i] + ".number", namesAndNumbers[i + 1]);
    }
    changed.put("dfs.tiered.storage.types", String.join(",", names));
    return changed;
  }

  private RunningDaemon nameNode(List<File> classPath, Map<String, String> site) throws Exception {
    DaemonProcess.run(NameNode.class, classPath, site, folder.resolve("format"), "-format");
    RunningDaemon nameNode =
        RunningDaemon.start(NameNode.class, classPath, site, folder.resolve("nn"));
    running.add(nameNode);
    nameNode.awaitLog("NameNode RPC up at");
    return nameNode;
  }

  private RunningDaemon dataNode(List<File> classPath, Map<String, String> site) throws Exception {
    RunningDaemon dataNode =
        RunningDaemon.start(DataNode.class, classPath, site, folder.resolve("dn"));
    running.add(dataNode);
    return dataNode;
  }

  @Test
  void aDataNodeWithAnotherTableIsTurnedAwayAndStopsWithBothTables() throws Exception {
    List<File> ours = DaemonProcess.overlayFirst();
    RunningDaemon nameNode = nameNode(ours, types(site, "NVME", "70", "QLC", "71"));

    RunningDaemon dataNode = dataNode(ours, types(site, "NVME", "71"));
    dataNode.awaitEnd();

    for (RunningDaemon daemon : List.of(nameNode, dataNode)) {
      assertThat(daemon.log())
          .contains("is refused: its storage types differ from the NameNode's")
          .contains(
              "NVME is 71 on the DataNode and 70 on the NameNode; QLC (71) is only on the NameNode")
          .contains("DataNode: RAMDISK=64 NVME=71.")
          .contains("NameNode: RAMDISK=64 NVME=70 QLC=71.");
    }
    assertThat(dataNode.log())
        .contains("Every NameNode of")
        .contains("refused this DataNode; it stops");
    assertThat(nameNode.isRunning()).isTrue();
  }

  @Test
  void aKeyLetsInATableThatOnlyLacksTypes() throws Exception {
    List<File> ours = DaemonProcess.overlayFirst();
    Map<String, String> longer = types(site, "NVME", "70", "QLC", "71");
    longer.put("dfs.tiered.storage.types.agreement", "compatible");
    RunningDaemon nameNode = nameNode(ours, longer);

    RunningDaemon dataNode = dataNode(ours, types(site, "NVME", "70"));
    dataNode.awaitLog(REGISTERED);

    nameNode.awaitLog("registers with storage types RAMDISK=64 NVME=70; this NameNode has");
  }

  @Test
  void aStockDataNodeIsLetIn() throws Exception {
    RunningDaemon nameNode = nameNode(DaemonProcess.overlayFirst(), types(site, "NVME", "70"));

    RunningDaemon dataNode = dataNode(DaemonProcess.stockFirst(), site);
    dataNode.awaitLog(REGISTERED);

    assertThat(nameNode.log()).doesNotContain("is refused");
  }

  @Test
  void aStockNameNodeGetsNoVolumesOfCustomTypesButAllOthers() throws Exception {
    nameNode(DaemonProcess.stockFirst(), site);
    List<File> ours = DaemonProcess.overlayFirst();
    Map<String, String> withRam = new LinkedHashMap<>(site);
    withRam.put(
        "dfs.datanode.data.dir",
        "[DISK]" + folder.resolve("data") + ",[RAMDISK]" + folder.resolve("ram"));

    RunningDaemon refused = dataNode(ours, withRam);
    refused.awaitEnd();
    assertThat(refused.log())
        .contains("this DataNode has volumes of RAMDISK, which the NameNode would take for DISK")
        .contains("it runs without the tiered overlay")
        .doesNotContain(REGISTERED);

    dataNode(ours, types(site, "NVME", "70")).awaitLog(REGISTERED);
  }
}
