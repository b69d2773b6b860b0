package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.inotify.MissingEventsException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.conf.RuleKeys;
import org.tieredhdfs.mover.namenode.NamenodeLink;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.waits.Waits;

/** What is done to the namespace before the service has read of it, soon after or much later. */
class MissedEventsTest {
  @TempDir static File folder;
  private static MoverCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK);
    cluster.conf.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "100ms");
    cluster.fs.mkdirs(new Path("/fast"));
    cluster.fs.setStoragePolicy(new Path("/fast"), "ALL_SSD");
    // so that there is a journal that says from where to read
    MoverService.start(cluster.conf, cluster.fs.getUri()).close();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static long awaitRequest(FileMoverClient client, Path path) throws Exception {
    return Waits.until(
            "a request for " + path,
            Duration.ofMinutes(1),
            () ->
                client.list(0, 100).getRequestsList().stream()
                    .filter(request -> request.getPath().equals(path.toString()))
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow()
        .getId();
  }

  private static void requireTypes(String file, Map<String, Integer> types) throws Exception {
    try (MoverService service = MoverService.start(cluster.conf, cluster.fs.getUri())) {
      assertThat(cluster.awaitReplicasByType(new Path(file), types))
          .as("%s transactions behind", service.transactionsBehind())
          .isEqualTo(types);
    }
  }

  @Test
  void aFileIsFoundWhoseDirectoryWasRenamedAfterIt() throws Exception {
    Path file = cluster.file("/data/f", 1, 2);
    cluster.fs.mkdirs(new Path("/fast/d1"));
    cluster.fs.rename(file, new Path("/fast/d1/f"));
    cluster.fs.rename(new Path("/fast/d1"), new Path("/fast/d2"));
    requireTypes("/fast/d2/f", Map.of("SSD", 2));
  }

  @Test
  void aPolicyIsHeardOfWhoseDirectoryWasRenamedAfterwards() throws Exception {
    cluster.file("/x/d/f", 1, 2);
    cluster.fs.setStoragePolicy(new Path("/x/d"), "ALL_SSD");
    cluster.fs.rename(new Path("/x"), new Path("/z"));
    requireTypes("/z/d/f", Map.of("SSD", 2));
  }

  @Test
  void aSourceWhosePolicyWasChangedAfterwardsDoesNotHideARename() throws Exception {
    Path file = cluster.file("/slow/f", 1, 2);
    cluster.fs.rename(file, new Path("/fast/slow-f"));
    cluster.fs.setStoragePolicy(new Path("/slow"), "ALL_SSD");
    requireTypes("/fast/slow-f", Map.of("SSD", 2));
  }

  @Test
  void aFileIsFoundWhoseNameAnotherHasNow() throws Exception {
    Path first = cluster.file("/again/one", 1, 2);
    Path second = cluster.file("/again/two", 1, 2);
    cluster.fs.rename(first, new Path("/fast/name"));
    cluster.fs.rename(new Path("/fast/name"), new Path("/fast/kept"));
    cluster.fs.rename(second, new Path("/fast/name"), Options.Rename.OVERWRITE);
    cluster.fs.delete(new Path("/fast/name"), false);
    cluster.file("/fast/name", 1, 1);
    requireTypes("/fast/kept", Map.of("SSD", 2));
  }

  @Test
  void theBlocksOfAConcatenatedFileAreLookedAtInTheirNewFile() throws Exception {
    Path target = cluster.file("/fast/concat", 1, 2);
    Path source = cluster.file("/data/concat", 1, 2);
    Path there = new Path("/fast/concat-source");
    cluster.fs.rename(source, there);
    cluster.fs.concat(target, new Path[] {there});
    requireTypes("/fast/concat", Map.of("SSD", 4));
  }

  @Test
  void aPolicyOfADirectoryAboveWhatIsFollowedIsHeardOf() throws Exception {
    Path file = cluster.file("/above/followed/f", 1, 2);
    cluster.conf.set(MoverKeys.SERVICE_ROOTS.name(), "/above/followed");
    try {
      cluster.fs.setStoragePolicy(new Path("/above"), "ALL_SSD");
      requireTypes(file.toString(), Map.of("SSD", 2));
    } finally {
      cluster.conf.unset(MoverKeys.SERVICE_ROOTS.name());
    }
  }

  @Test
  void aFileThatLeftADirectoryWhosePolicyHadChangedIsNotPassedBy() throws Exception {
    cluster.fs.mkdirs(new Path("/left/behind"));
    cluster.fs.mkdirs(new Path("/left/for"));
    cluster.fs.setStoragePolicy(new Path("/left/behind"), "ALL_SSD");
    Path file = cluster.file("/left/behind/f", 1, 2);
    cluster.fs.unsetStoragePolicy(new Path("/left/behind"));
    cluster.fs.rename(file, new Path("/left/for/f"));
    requireTypes("/left/for/f", Map.of("DISK", 2));
  }

  @Test
  void aFileIsFoundThatWasRenamedToItsOwnNameAfterwards() throws Exception {
    Path file = cluster.file("/own/f", 1, 2);
    Path renamed = new Path("/fast/own-f");
    cluster.fs.rename(file, renamed);
    assertThat(cluster.fs.rename(renamed, renamed)).isTrue();
    requireTypes("/fast/own-f", Map.of("SSD", 2));
  }

  @Test
  void whatHasTheNameOfADeletedOrOverwrittenFileIsNotTakenForIt() throws Exception {
    List<Path> files = List.of(new Path("/cleared/deleted"), new Path("/cleared/overwritten"));
    cluster.fs.mkdirs(new Path("/cleared"));
    for (Path file : files) {
      cluster.fs.rename(cluster.file("/data/" + file.getName(), 1, 2), file);
    }
    cluster.fs.delete(files.get(0), false);
    for (Path file : files) {
      // a new one, of which nobody has said that the rule is to be applied
      cluster.file(file.toString(), 1, 2);
      cluster.fs.setStoragePolicy(file, "ALL_SSD");
    }
    cluster.conf.set(RuleKeys.RULES.name(), "cleared");
    cluster.conf.set("dfs.mover.file.rule.cleared.path", "/cleared");
    cluster.conf.set("dfs.mover.file.rule.cleared.clear.policy", "true");
    try {
      for (Path file : files) {
        requireTypes(file.toString(), Map.of("SSD", 2));
        assertThat(cluster.fs.getStoragePolicy(file).getName()).isEqualTo("ALL_SSD");
      }
    } finally {
      cluster.conf.unset(RuleKeys.RULES.name());
      cluster.conf.unset("dfs.mover.file.rule.cleared.path");
      cluster.conf.unset("dfs.mover.file.rule.cleared.clear.policy");
    }
  }

  @Test
  void whatThereWasNoRoomForIsDoneWhenThereIs() throws Exception {
    Path file = cluster.file("/behind/f", 1, 2);
    Path impossible = cluster.file("/behind/impossible", 1, 1);
    Path next = cluster.file("/behind/next", 1, 1);
    cluster.fs.mkdirs(new Path("/fast/behind"));
    cluster.conf.setInt(MoverKeys.SERVICE_OPEN.name(), 1);
    try (MoverService service = MoverService.start(cluster.conf, cluster.fs.getUri());
        FileMoverClient client = new FileMoverClient(cluster.conf, cluster.fs.getUri())) {
      cluster.fs.setStoragePolicy(impossible, "COLD");
      long stuck = awaitRequest(client, impossible);
      // there is no room for a request of this, nor of what follows
      cluster.fs.setStoragePolicy(next, "ALL_SSD");
      cluster.fs.rename(file, new Path("/fast/behind/f"));
      cluster.fs.rename(new Path("/fast/behind"), new Path("/fast/ahead"));
      client.cancel(stuck);

      Path ahead = new Path("/fast/ahead/f");
      assertThat(cluster.awaitReplicasByType(ahead, Map.of("SSD", 2)))
          .as("%s transactions behind", service.transactionsBehind())
          .isEqualTo(Map.of("SSD", 2));
      assertThat(cluster.awaitReplicasByType(next, Map.of("SSD", 1))).isEqualTo(Map.of("SSD", 1));
    } finally {
      cluster.conf.unset(MoverKeys.SERVICE_OPEN.name());
    }
  }

  @Test
  void filesThatAreRenamedOnWhileTheyAreLookedUpAreFound() throws Exception {
    int files = 200;
    for (int i = 0; i < files; i++) {
      Path unused = cluster.file("/data/on" + i, 1, 1);
    }
    try (MoverService service = MoverService.start(cluster.conf, cluster.fs.getUri())) {
      for (int i = 0; i < files; i++) {
        Path first = new Path("/fast/on" + i);
        cluster.fs.rename(new Path("/data/on" + i), first);
        for (int j = 0; j < i % 10; j++) {
          // so that the second rename comes sooner or later after that
          assertThat(cluster.fs.exists(first)).isTrue();
        }
        cluster.fs.rename(first, new Path("/fast/renamed" + i));
      }
      for (int i = 0; i < files; i++) {
        Path renamed = new Path("/fast/renamed" + i);
        assertThat(cluster.awaitReplicasByType(renamed, Map.of("SSD", 1)))
            .as("%s, %s transactions behind", renamed, service.transactionsBehind())
            .isEqualTo(Map.of("SSD", 1));
      }
    }
  }

  /** As after a restart from an older image. */
  @Test
  void whatANameNodeNoLongerKnowsIsAGapAndWhatFollowsIsRead() throws Exception {
    try (NamenodeLink namenode = new NamenodeLink(cluster.conf, cluster.fs.getUri())) {
      long newest = namenode.lastTransaction();
      EventReader reader = new EventReader(namenode, newest + 60);
      assertThatThrownBy(reader::read).isInstanceOf(MissingEventsException.class);
      assertThat(reader.position()).isEqualTo(newest);
      cluster.fs.mkdirs(new Path("/afterwards"));
      Waits.until("events of it", Duration.ofMinutes(1), () -> !reader.read().isEmpty());
    }
  }
}
