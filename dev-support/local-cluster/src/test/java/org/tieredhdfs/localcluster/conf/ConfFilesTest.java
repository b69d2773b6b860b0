package org.tieredhdfs.localcluster.conf;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.media.Volume.Medium;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterDirs;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Daemon;

/** What is written, read back with Hadoop's own reader. */
class ConfFilesTest {
  private static final SiteSettings.Ports PORTS = new SiteSettings.Ports(1001, 1002, 1003);

  @TempDir Path tmp;

  @Test
  void tellsClientsWhereTheClusterIs() throws IOException {
    ClusterDirs dirs = write(builder());
    assertThat(read(dirs.conf(), "core-site.xml").get("fs.defaultFS")).isEqualTo(PORTS.defaultFs());
    Configuration hbase = read(dirs.conf(), "hbase-site.xml");
    assertThat(hbase.get("hbase.rootdir")).isEqualTo(PORTS.defaultFs() + "/hbase");
    assertThat(hbase.get("hbase.zookeeper.property.clientPort")).isEqualTo("1003");
    assertThat(Files.readString(dirs.environment()))
        .contains("export HADOOP_CONF_DIR='" + dirs.conf() + "'")
        .contains("export CLASSPATH='" + dirs.conf() + ":ours:stock'");
  }

  @Test
  void givesEachDataNodeItsOwnVolumesByType() throws IOException {
    ClusterDirs dirs = write(builder().dataNodes(2));
    assertThat(read(dirs.conf("dn1"), "hdfs-site.xml").getStrings("dfs.datanode.data.dir"))
        .containsExactly(
            "[RAMDISK]file:" + "//" + dirs.volumes() + "/dn1/RAMDISK0",
            "[DISK]file:" + "//" + dirs.volumes() + "/dn1/DISK0");
    assertThat(read(dirs.conf(), "hdfs-site.xml").get("dfs.datanode.data.dir")).isNull();
  }

  @Test
  void putsSettingsOfTheUserIntoTheFileOfTheirPrefixAndAboveOurs() throws IOException {
    ClusterDirs dirs =
        write(
            builder()
                .setting("dfs.replication", "2")
                .setting("dfs.tiered.x", "a & <b>")
                .setting("hbase.wal.provider", "multiwal")
                .setting("ipc.client.connect.timeout", "7"));
    for (Path conf : List.of(dirs.conf(), dirs.conf("dn0"))) {
      Configuration hdfs = read(conf, "hdfs-site.xml");
      assertThat(hdfs.get("dfs.replication")).isEqualTo("2");
      assertThat(hdfs.get("dfs.tiered.x")).isEqualTo("a & <b>");
    }
    assertThat(read(dirs.conf(), "hbase-site.xml").get("hbase.wal.provider")).isEqualTo("multiwal");
    assertThat(read(dirs.conf(), "core-site.xml").get("ipc.client.connect.timeout")).isEqualTo("7");
  }

  @Test
  void putsSettingsOfOneDataNodeInFrontOfThoseOfAll() throws IOException {
    ClusterDirs dirs =
        write(
            builder()
                .dataNodes(2)
                .setting("dfs.datanode.hostname", "any")
                .settingOf(1, "dfs.datanode.hostname", "worker1"));
    assertThat(read(dirs.conf("dn0"), "hdfs-site.xml").get("dfs.datanode.hostname"))
        .isEqualTo("any");
    assertThat(read(dirs.conf("dn1"), "hdfs-site.xml").get("dfs.datanode.hostname"))
        .isEqualTo("worker1");
    assertThat(read(dirs.conf(), "hdfs-site.xml").get("dfs.datanode.hostname")).isEqualTo("any");
  }

  @Test
  void doesNotReplicateMoreThanThereAreDataNodes() throws IOException {
    ClusterDirs dirs = write(builder().dataNodes(2));
    assertThat(read(dirs.conf(), "hdfs-site.xml").get("dfs.replication")).isEqualTo("2");
  }

  @Test
  void addsJavaOptionsOfTheUserToOurs() throws IOException {
    ClusterDirs dirs = write(builder().javaOption("-Done=1").javaOption("-Dother=2"));
    assertThat(Files.readAllLines(dirs.conf().resolve(ConfFiles.JAVA_OPTIONS)))
        .hasSizeGreaterThan(10)
        .endsWith("-Done=1", "-Dother=2");
  }

  @Test
  void namesNothingOfOursForStock() throws IOException {
    ClusterDirs dirs = write(builder().stock(true));
    assertThat(Files.readString(dirs.conf().resolve("hdfs-site.xml")))
        .doesNotContain("org.tieredhdfs");
  }

  @Test
  void makesTheFoldersWithoutWhichHadoopsWebServersDoNotStart() throws IOException {
    ClusterDirs dirs = write(builder());
    assertThat(dirs.conf().resolve("webapps/datanode/WEB-INF")).isDirectory();
    assertThat(dirs.conf().resolve(ConfFiles.DAEMON_LOGGING)).isNotEmptyFile();
    assertThat(dirs.conf().resolve(ConfFiles.JAVA_OPTIONS)).isNotEmptyFile();
  }

  private ClusterSpec.Builder builder() {
    return ClusterSpec.builder(tmp.resolve("c"), new ClassPaths("ours:stock", "stock"));
  }

  private static ClusterDirs write(ClusterSpec.Builder builder) throws IOException {
    ClusterSpec spec = builder.build();
    List<Volume> volumes = new ArrayList<>();
    for (int node = 0; node < spec.dataNodes(); node++) {
      for (String type : List.of("RAMDISK", "DISK")) {
        String name = Daemon.dataNodeName(node);
        Path path = spec.dirs().volumes().resolve(name + "/" + type + "0");
        volumes.add(new Volume(name, type, 0, type, Medium.FOLDER, path));
      }
    }
    new ConfFiles(spec, PORTS).write(volumes);
    return spec.dirs();
  }

  private static Configuration read(Path dir, String file) {
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(dir.resolve(file).toUri()));
    return conf;
  }
}
