package org.tieredhdfs.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.spec.ClusterDirs;

class SiteValuesTest {
  @TempDir Path directory;

  private SiteValues site() {
    Map<String, Integer> ports = new TreeMap<>();
    SiteValues.listeners(3).forEach(name -> ports.put(name, 1000 + ports.size()));
    return new SiteValues(ClusterDirs.of(directory), ports, true);
  }

  @Test
  void theSiteFilesHaveTheAddressesAndFoldersOfTheCluster() throws Exception {
    SiteValues site = site();
    assertThat(site.hdfs())
        .containsEntry("dfs.namenode.rpc-address.rehearsal.nn1", site.address("nn1.rpc"))
        .containsEntry(
            "dfs.namenode.shared.edits.dir",
            String.format(
                "qjournal://%s;%s;%s/rehearsal",
                site.address("jn0"), site.address("jn1"), site.address("jn2")))
        .containsEntry("dfs.block.access.token.enable", "true");
    assertThat(site.hbase())
        .containsEntry("hbase.zookeeper.property.clientPort", "" + site.ports().get("zk"))
        .containsEntry("hbase.master.wait.on.regionservers.mintostart", "2");
    assertThat(site.zooCfg()).contains("\nclientPort=" + site.ports().get("zk") + "\n");
  }

  @Test
  void nothingIsLeftToBeReplaced() throws Exception {
    assertThat(site().hdfs().values()).noneMatch(value -> value.contains("${"));
    assertThat(site().hbase().values()).noneMatch(value -> value.contains("${"));
  }
}
