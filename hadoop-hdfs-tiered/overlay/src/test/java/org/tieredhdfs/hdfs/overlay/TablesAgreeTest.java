package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.waits.Waits;

/** NameNodes and DataNodes as processes of their own, with tables of storage types that differ. */
@Tag("slow")
class TablesAgreeTest {
  private static final Duration LIMIT = Duration.ofMinutes(2);
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
    site.put("dfs.datanode.http.address", "127.0.0.1:" + RunningDaemon.freePort());
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
        RunningDaemon.start(
            DataNode.class, classPath, site, folder.resolve("dn-" + running.size()));
    running.add(dataNode);
    return dataNode;
  }

  /** The NameNode again, with other keys. */
  private void restart(RunningDaemon nameNode, List<File> classPath, Map<String, String> site)
      throws Exception {
    nameNode.stop();
    RunningDaemon again =
        RunningDaemon.start(
            NameNode.class, classPath, site, folder.resolve("nn-" + running.size()));
    running.add(again);
    again.awaitLog("NameNode RPC up at");
  }

  private void awaitRefusals(Predicate<String> wanted) throws Exception {
    URI page =
        URI.create(
            "http://"
                + site.get("dfs.datanode.http.address")
                + "/jmx?qry=Hadoop:service=DataNode,name=TieredStorageTypes");
    Waits.until(
        "refusals in JMX",
        LIMIT,
        () -> {
          try (InputStream in = page.toURL().openStream()) {
            String beans = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return beans.substring(Math.max(0, beans.indexOf("\"Refusals\"")));
          } catch (IOException e) {
            return "the page is not up yet";
          }
        },
        wanted);
  }

  private static void awaitRegistrations(RunningDaemon dataNode, int count) throws Exception {
    Waits.until(
        "registered " + count + " times",
        LIMIT,
        () -> dataNode.isRunning() ? count(dataNode, REGISTERED) : -1,
        registrations -> {
          assertThat(registrations).as("-1: the DataNode has ended").isNotNegative();
          return registrations >= count;
        });
  }

  private static int count(RunningDaemon daemon, String text) throws Exception {
    return daemon.log().split(Pattern.quote(text), -1).length - 1;
  }

  private static boolean isEmpty(String refusals) {
    return refusals.replaceAll("\\s", "").startsWith("\"Refusals\":[]");
  }

  @Test
  void aDataNodeWithAnotherTableIsTurnedAwayUntilTheNameNodeHasIt() throws Exception {
    List<File> ours = DaemonProcess.overlayFirst();
    RunningDaemon nameNode = nameNode(ours, types(site, "NVME", "70", "QLC", "71"));

    RunningDaemon dataNode = dataNode(ours, types(site, "NVME", "71"));
    awaitRefusals(
        refusals ->
            refusals.contains("is refused: its storage types differ from the NameNode's")
                && refusals.contains(URI.create(site.get("fs.defaultFS")).getAuthority())
                && refusals.contains(" since 20"));
    // it goes on to ask
    Waits.until("asked again", LIMIT, () -> count(dataNode, "beginning handshake") > 2);

    for (RunningDaemon daemon : List.of(nameNode, dataNode)) {
      assertThat(daemon.log())
          .contains("is refused: its storage types differ from the NameNode's")
          .contains(
              "NVME is 71 on the DataNode and 70 on the NameNode; QLC (71) is only on the NameNode")
          .contains("DataNode: RAMDISK=64 NVME=71.")
          .contains("NameNode: RAMDISK=64 NVME=70 QLC=71.");
    }
    assertThat(count(nameNode, "is refused")).as("said once, not at each try").isOne();

    restart(nameNode, ours, types(site, "NVME", "71"));
    awaitRegistrations(dataNode, 1);
    awaitRefusals(TablesAgreeTest::isEmpty);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[DISK]disk", "[DISK]disk,[NVME]nvme"})
  void aRunningDataNodeOutlivesANameNodeWithAnotherTable(String volumes) throws Exception {
    List<File> ours = DaemonProcess.overlayFirst();
    site.put("dfs.datanode.data.dir", volumes.replace("]", "]" + folder + "/"));
    Map<String, String> right = types(site, "NVME", "70");
    RunningDaemon nameNode = nameNode(ours, right);
    RunningDaemon dataNode = dataNode(ours, right);
    dataNode.awaitLog(REGISTERED);
    byte[] bytes = "what is to survive".getBytes(StandardCharsets.UTF_8);
    try (FileSystem fs = client();
        FSDataOutputStream out = fs.create(new org.apache.hadoop.fs.Path("/file"), (short) 1)) {
      out.write(bytes);
    }

    restart(nameNode, ours, types(site, "NVME", "71"));
    awaitRefusals(refusals -> refusals.contains("NVME is 70 on the DataNode and 71 on"));
    assertThat(dataNode.isRunning()).isTrue();

    restart(running.get(running.size() - 1), ours, right);
    awaitRegistrations(dataNode, 2);
    awaitRefusals(TablesAgreeTest::isEmpty);
    try (FileSystem fs = client();
        FSDataInputStream in = fs.open(new org.apache.hadoop.fs.Path("/file"))) {
      assertThat(in.readAllBytes()).isEqualTo(bytes);
    }
  }

  private FileSystem client() throws Exception {
    return FileSystem.newInstance(URI.create(site.get("fs.defaultFS")), new Configuration());
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
    RunningDaemon nameNode = nameNode(DaemonProcess.stockFirst(), site);
    List<File> ours = DaemonProcess.overlayFirst();
    Map<String, String> withRam = new LinkedHashMap<>(site);
    withRam.put(
        "dfs.datanode.data.dir",
        "[DISK]" + folder.resolve("data") + ",[RAMDISK]" + folder.resolve("ram"));

    RunningDaemon refused = dataNode(ours, withRam);
    awaitRefusals(
        refusals ->
            refusals.contains(
                    "this DataNode has volumes of RAMDISK, which the NameNode would take for DISK")
                && refusals.contains("it runs without the tiered overlay"));
    assertThat(refused.log()).doesNotContain(REGISTERED);
    restart(nameNode, ours, site);
    awaitRegistrations(refused, 1);
    refused.stop();

    restart(running.get(running.size() - 1), DaemonProcess.stockFirst(), site);
    dataNode(ours, types(site, "NVME", "70")).awaitLog(REGISTERED);
  }
}
