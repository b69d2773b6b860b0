package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.conf.RuleKeys;
import org.tieredhdfs.waits.Waits;

/** A rule whose policy HDFS refuses to set, and what a user does about it. */
class FailedRuleTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir static File folder;

  @Test
  void itsFilesAreLeftAsTheyAreAndFollowTheirUsersPolicy() throws Exception {
    try (MoverCluster cluster =
        MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK, StorageType.RAM_DISK)) {
      cluster.conf.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "100ms");
      // HDFS sets this one on no file that is there
      cluster.conf.set(RuleKeys.RULES.name(), "lazy");
      cluster.conf.set("dfs.mover.file.rule.lazy.path", "/lazy");
      cluster.conf.set("dfs.mover.file.rule.lazy.policy", "LAZY_PERSIST");
      Path file = cluster.file("/data/file", 1, 2);
      Path ruled = new Path("/lazy/file");
      cluster.fs.mkdirs(ruled.getParent());
      try (MoverService service = MoverService.start(cluster.conf, cluster.fs.getUri())) {
        cluster.fs.rename(file, ruled);
        long renamed = cluster.dfs.getNamesystem().getFSImage().getEditLog().getLastWrittenTxId();
        Waits.until(
            "the request has ended",
            PATIENCE,
            () -> service.requests().lastTransaction() >= renamed && service.open() == 0);
        assertThat(cluster.fs.getStoragePolicy(ruled).getName()).isEqualTo("HOT");

        cluster.fs.setStoragePolicy(ruled, "ALL_SSD");
        assertThat(cluster.awaitReplicasByType(ruled, Map.of("SSD", 2)))
            .as("%s", service.report())
            .isEqualTo(Map.of("SSD", 2));
      }
    }
  }
}
