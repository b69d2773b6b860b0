package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.start.StartCheckAuditLogger;
import org.tieredhdfs.hdfs.start.StartCheckPlugin;

/** Starts daemons as processes that have to refuse. */
class StartCheckTest {
  private static final String NOT_ACTIVE = "does not start: the tiered overlay is not active";

  @TempDir Path folder;
  private final Map<String, String> site = new LinkedHashMap<>();

  @BeforeEach
  void describeCluster() {
    site.put("fs.defaultFS", "hdfs://127.0.0.1:0");
    site.put("dfs.namenode.rpc-address", "127.0.0.1:0");
    site.put("dfs.namenode.http-address", "127.0.0.1:0");
    site.put("dfs.namenode.name.dir", folder.resolve("name").toUri().toString());
    site.put("dfs.datanode.data.dir", "[DISK]" + folder.resolve("data"));
    site.put("dfs.datanode.address", "127.0.0.1:0");
    site.put("dfs.datanode.http.address", "127.0.0.1:0");
    site.put("dfs.datanode.ipc.address", "127.0.0.1:0");
  }

  private DaemonProcess.Ended run(Class<?> daemon, List<File> classPath) throws Exception {
    return DaemonProcess.run(daemon, classPath, site, folder);
  }

  @Test
  void nameNodeWithStockClassesInFrontRefusesInOneSentence() throws Exception {
    site.put("dfs.namenode.audit.loggers", "default," + StartCheckAuditLogger.class.getName());

    DaemonProcess.Ended ended = run(NameNode.class, DaemonProcess.stockFirst());

    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.output())
        .contains("NameNode " + NOT_ACTIVE)
        .contains("has stock org.apache.hadoop.fs.StorageType (hadoop-common-");
    assertThat(Files.exists(folder.resolve("name"))).isFalse();
  }

  @Test
  void dataNodeWithStockClassesInFrontRefusesInOneSentence() throws Exception {
    site.put("dfs.datanode.plugins", StartCheckPlugin.class.getName());

    DaemonProcess.Ended ended = run(DataNode.class, DaemonProcess.stockFirst());

    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.output()).contains("DataNode " + NOT_ACTIVE);
  }

  @Test
  void stockDataNodeRefusesVolumesOfOurTypesEvenWithoutAnythingOfOurs() throws Exception {
    site.put("dfs.datanode.data.dir", "[RAMDISK]" + folder.resolve("data"));

    DaemonProcess.Ended ended = run(DataNode.class, DaemonProcess.stockFirst());

    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.output()).contains("RAMDISK");
    assertThat(Files.exists(folder.resolve("data"))).isFalse();
  }

  @Test
  void overlayWithoutOneOfItsClassesIsRefused() throws Exception {
    String missing = "org/apache/hadoop/hdfs/protocolPB/PBHelperClient.class";
    File damaged = DaemonProcess.overlayWithout(missing, folder.resolve("damaged"));

    DaemonProcess.Ended ended = run(NameNode.class, DaemonProcess.overlayFirst(damaged));

    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.output())
        .contains("NameNode " + NOT_ACTIVE)
        .contains("has stock org.apache.hadoop.hdfs.protocolPB.PBHelperClient");
  }

  @Test
  void ramVolumesThatAreNotInMemoryAreRefusedWithEverythingElse() throws Exception {
    Path onDisk = Path.of("target").toAbsolutePath().resolve("no-ram-disk");
    site.put("dfs.datanode.data.dir", "[RAMDISK]" + onDisk + ",[DISK]" + folder.resolve("data"));
    site.put("dfs.tiered.path.policies", "hbase=HOT");

    DaemonProcess.Ended ended = run(DataNode.class, DaemonProcess.overlayFirst());

    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.output())
        .contains("DataNode does not start, 2 faults")
        .contains("dfs.tiered.path.policies")
        .contains("'[RAMDISK]" + onDisk + "' is not allowed; RAMDISK is a RAM type")
        .contains("dfs.tiered.volume.ram.check=false allows it");
    assertThat(Files.exists(onDisk)).isFalse();
    assertThat(Files.exists(folder.resolve("data"))).isFalse();
  }

  @Test
  void typesThatOnlyTheCommandLineNamesAreRefused() throws Exception {
    DaemonProcess.Ended ended =
        DaemonProcess.run(
            NameNode.class,
            DaemonProcess.overlayFirst(),
            site,
            folder,
            "-Ddfs.tiered.storage.types=NVME",
            "-Ddfs.tiered.storage.type.NVME.number=70");

    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.output())
        .contains("dfs.tiered.storage.types: the configuration says")
        .contains("set the storage types there, as plain values");
  }

  @Test
  void everyFaultIsReportedAtOnceBeforeAnythingIsChanged() throws Exception {
    site.put("dfs.tiered.storage.types", "NVME,RAM_DISK");
    site.put("dfs.tiered.storage.type.NVME.number", "7");
    site.put("dfs.tiered.storage.policies", "FAST,SLOW");
    site.put("dfs.tiered.storage.policy.FAST.id", "13");
    site.put("dfs.tiered.storage.policy.FAST.types", "SSD");
    site.put("dfs.tiered.storage.policy.SLOW.id", "3");
    site.put("dfs.tiered.storage.policy.SLOW.types", "TAPE");
    site.put("dfs.tiered.path.policies", "hbase=HOT");
    for (Class<?> daemon : List.of(NameNode.class, DataNode.class)) {

      DaemonProcess.Ended ended = run(daemon, DaemonProcess.overlayFirst());

      assertThat(ended.exitCode()).isNotZero();
      assertThat(ended.output())
          .contains(daemon.getSimpleName() + " does not start")
          .contains("dfs.tiered.storage.types: 'RAM_DISK'")
          .contains("dfs.tiered.storage.type.NVME.number: '7'")
          .contains("dfs.tiered.storage.policy.FAST.id: '13'")
          .contains("TAPE")
          .contains("dfs.tiered.path.policies");
      assertThat(Files.exists(folder.resolve("name"))).isFalse();
      assertThat(Files.exists(folder.resolve("data"))).isFalse();
    }
  }

  @Test
  void malformedSiteFileIsRefusedWithFileAndLine() throws Exception {
    Path conf = Files.createDirectories(folder.resolve("broken"));
    Files.writeString(
        conf.resolve("hdfs-site.xml"),
        """
        <configuration>
          <property><name>dfs.tiered.storage.types</name><value>NVME</property>
        </configuration>
        """);
    List<File> classPath = new ArrayList<>(List.of(conf.toFile()));
    classPath.addAll(DaemonProcess.overlayFirst());
    for (Class<?> daemon : List.of(NameNode.class, DataNode.class)) {

      DaemonProcess.Ended ended = DaemonProcess.runAsIs(daemon, classPath, folder);

      assertThat(ended.exitCode()).isNotZero();
      assertThat(ended.output()).contains("broken/hdfs-site.xml").containsPattern("line 2|\\[2,");
    }
  }

  @Test
  void clientWithABadFileLogsOnceAndWorksWithWhatIsValid() throws Exception {
    site.put("dfs.tiered.storage.types", "NVME,RAM_DISK");
    site.put("dfs.tiered.storage.type.NVME.number", "70");

    DaemonProcess.Ended ended =
        DaemonProcess.run(
            FsShell.class,
            DaemonProcess.overlayFirst(),
            site,
            folder,
            "-count",
            "-q",
            "-v",
            "-t",
            "NVME",
            folder.toUri().toString());

    assertThat(ended.exitCode()).isZero();
    assertThat(ended.output()).contains("NVME_QUOTA");
    assertThat(ended.output().split("Ignoring invalid storage types", -1)).hasSize(2);
  }
}
