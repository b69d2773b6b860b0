package org.tieredhdfs.bench.terasort;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.ClusterRecord;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.spec.ClusterDirs;

class YarnSettingsTest {
  @TempDir Path tmp;
  private YarnSettings settings;

  @BeforeEach
  void makeSettings() throws Exception {
    ClusterRecord record =
        new ClusterRecord(true, false, 1, "", "", "", "", List.of(), List.of(), Map.of());
    ClusterView view = new ClusterView(ClusterDirs.of(tmp), record);
    settings =
        new YarnSettings(
            view, new WorkerHosts(3, 4), "conf:hadoop.jar", List.of(11, 12, 13, 14, 15), 8);
  }

  @Test
  void workersOfAHostShareItsTasks() throws Exception {
    assertThat(settings.of("yarn-site"))
        .containsEntry("yarn.resourcemanager.webapp.address", "127.0.0.1:11")
        .containsEntry("yarn.resourcemanager.admin.address", "127.0.0.1:15")
        .containsEntry("yarn.nodemanager.resource.cpu-vcores", "2")
        .containsEntry("yarn.nodemanager.resource.memory-mb", "512");
    assertThat(settings.of("capacity-scheduler"))
        .containsEntry("yarn.scheduler.capacity.node-locality-delay", "12");
  }

  @Test
  void aNodeManagerHasItsNameAndFoldersBesides() throws Exception {
    assertThat(settings.nodeManager(11))
        .containsAllEntriesOf(settings.of("yarn-site"))
        .containsEntry("yarn.nodemanager.address", "worker11:0")
        .hasEntrySatisfying("yarn.nodemanager.local-dirs", dir -> assertThat(dir).contains("nm11"));
  }

  @Test
  void allThatDiffersIsFilledIn() throws Exception {
    assertThat(settings.of("mapred-site"))
        .containsEntry("mapreduce.application.classpath", "conf,hadoop.jar")
        .containsEntry("mapreduce.jobhistory.intermediate-done-dir", JobHistory.FOLDER);
    for (Map<String, String> file :
        List.of(
            settings.nodeManager(0),
            settings.of("mapred-site"),
            settings.of("capacity-scheduler"))) {
      assertThat(file.values()).noneMatch(value -> value.contains("{"));
    }
  }
}
