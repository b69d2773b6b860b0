package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.rules.TestFilter;
import org.tieredhdfs.mover.service.journal.Journal;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
import org.tieredhdfs.waits.Waits;

class ServiceRulesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final long MIN_AGE_MS = 4_000;

  @TempDir static File folder;
  private static MoverCluster cluster;
  private static MoverService service;

  @BeforeAll
  static void start() throws Exception {
    cluster = MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK);
    cluster.conf.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "100ms");
    cluster.conf.set(MoverKeys.SERVICE_OPEN_FILE_DELAY.name(), "200ms");
    cluster.conf.set("dfs.mover.file.rules", "archive, fast, old, aged, written");
    cluster.conf.set("dfs.mover.file.rule.archive.path", "/*/archive");
    cluster.conf.set("dfs.mover.file.rule.archive.clear.policy", "true");
    cluster.conf.set("dfs.mover.file.rule.archive.filter", "unlinked");
    cluster.conf.set("dfs.mover.file.rule.fast.path", "/fast");
    cluster.conf.set("dfs.mover.file.rule.fast.policy", "all_ssd");
    cluster.conf.set("dfs.mover.file.rule.old.path", "/old");
    cluster.conf.set("dfs.mover.file.rule.old.clear.policy", "true");
    cluster.conf.set("dfs.mover.file.rule.old.min.age", MIN_AGE_MS + "ms");
    cluster.conf.set("dfs.mover.file.rule.aged.path", "/aged");
    cluster.conf.set("dfs.mover.file.rule.aged.policy", "all_ssd");
    cluster.conf.set("dfs.mover.file.rule.aged.min.age", MIN_AGE_MS + "ms");
    cluster.conf.set("dfs.mover.file.rule.written.path", "/written");
    cluster.conf.set("dfs.mover.file.rule.written.policy", "all_ssd");
    cluster.conf.set("dfs.mover.file.rule.written.min.age", MIN_AGE_MS + "ms");
    cluster.conf.set("dfs.mover.file.rule.written.age.from", "modification");
    cluster.conf.set(TestFilter.SUFFIX_KEY, ".link");
    for (String directory :
        List.of("/hbase/archive", "/fast", "/old", "/aged", "/written", "/data")) {
      cluster.fs.mkdirs(new Path(directory));
    }
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
  }

  @AfterAll
  static void stop() throws Exception {
    service.close();
    cluster.close();
  }

  private static Path onSsd(String name) throws Exception {
    Path file = cluster.fileOnSsd(name);
    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 2));
    return file;
  }

  private static void awaitTypes(Path file, Map<String, Integer> types) throws Exception {
    assertThat(cluster.awaitReplicasByType(file, types)).isEqualTo(types);
  }

  @Test
  void whatIsArchivedLosesItsPolicyAndIsMovedAsSoonAsTheFilterLetsIt() throws Exception {
    Path file = new Path("/hbase/archive/file");
    Path linked = new Path("/hbase/archive/linked");
    Path link = linked.suffix(".link");
    Path never = new Path("/hbase/archive/never");
    cluster.file(link.toString(), 1, 1);
    cluster.fs.rename(onSsd("/hbase/data/linked"), linked);
    cluster.fs.rename(onSsd("/hbase/data/never"), never);
    cluster.fs.rename(onSsd("/hbase/data/file"), file);

    awaitTypes(file, Map.of("DISK", 2));
    assertThat(cluster.fs.getStoragePolicy(file).getName()).isEqualTo("HOT");
    assertThat(cluster.replicasByType(linked)).isEqualTo(Map.of("SSD", 2));
    assertThat(cluster.fs.getStoragePolicy(linked).getName()).isEqualTo("ALL_SSD");

    cluster.fs.delete(link, false);
    awaitTypes(linked, Map.of("DISK", 2));
    assertThat(cluster.replicasByType(never)).isEqualTo(Map.of("SSD", 2));
    assertThat(cluster.fs.getStoragePolicy(never).getName()).isEqualTo("ALL_SSD");
  }

  @Test
  void aDirectoryThatArrivesGetsThePolicyOfTheRuleWithAllFilesInIt() throws Exception {
    cluster.file("/data/table/region/one", 1, 2);
    Path own = cluster.file("/data/table/own", 1, 2);
    cluster.fs.setStoragePolicy(own, "HOT");
    cluster.fs.rename(new Path("/data/table"), new Path("/fast/table"));

    awaitTypes(new Path("/fast/table/region/one"), Map.of("SSD", 2));
    awaitTypes(new Path("/fast/table/own"), Map.of("SSD", 2));
    assertThat(cluster.fs.getStoragePolicy(new Path("/fast/table")).getName()).isEqualTo("ALL_SSD");
  }

  @Test
  void aDirectoryOfFilesThatHaveToRestKeepsItsOwnPolicy() throws Exception {
    cluster.file("/data/resting/old", 1, 2);
    cluster.fs.rename(new Path("/data/resting"), new Path("/aged/resting"));
    awaitTypes(new Path("/aged/resting/old"), Map.of("SSD", 2));
    assertThat(cluster.fs.getStoragePolicy(new Path("/aged/resting")).getName()).isEqualTo("HOT");
    Path young = cluster.file("/aged/resting/young", 1, 2);
    assertThat(cluster.replicasByType(young)).isEqualTo(Map.of("DISK", 2));
  }

  @Test
  void aFileThatHasToRestIsKeptOverARestartAndMovedWhenItIsOldEnough() throws Exception {
    Path source = onSsd("/data/rests/file");
    Path file = new Path("/old/file");
    long beganNs = System.nanoTime();
    cluster.fs.rename(source, file);
    Waits.until("it is known", PATIENCE, () -> service.open() > 0);
    service.close();
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
    boolean isKnown = service.open() > 0;
    // a restart that took longer than the file has to rest may have moved it already
    assertThat(isKnown || millisSince(beganNs) > MIN_AGE_MS).isTrue();

    awaitTypes(file, Map.of("DISK", 2));
    assertThat(millisSince(beganNs)).isGreaterThan(MIN_AGE_MS);
    Waits.until("nothing is open", PATIENCE, () -> service.open() == 0);
  }

  private static long millisSince(long beganNs) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs);
  }

  @Test
  void aClockThatWasSetMeanwhileNeitherLosesARequestNorMakesItWaitLongerThanItsRuleSays()
      throws Exception {
    Path ahead = cluster.file("/aged/ahead", 1, 2);
    Path behind = cluster.file("/aged/behind", 1, 2);
    Path written = cluster.file("/data/written", 1, 2);
    service.close();
    long yearMs = TimeUnit.DAYS.toMillis(365);
    Path directory = new Path("/system/tiered-file-mover/journal");
    try (Journal journal = new Journal(cluster.fs, directory, 3)) {
      long nowMs = System.currentTimeMillis();
      journal.accept(
          List.of(arrived(ahead, nowMs + yearMs), arrived(behind, nowMs - yearMs)),
          List.of(),
          journal.state().lastTransaction());
    }
    cluster.fs.setTimes(written, System.currentTimeMillis() + yearMs, -1);
    cluster.fs.rename(written, new Path("/written/file"));
    long beganNs = System.nanoTime();
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
    assertThat(service.report().oldestAgeMs()).isNotNegative();
    awaitTypes(behind, Map.of("SSD", 2));
    awaitTypes(ahead, Map.of("SSD", 2));
    assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs))
        .isGreaterThan(MIN_AGE_MS);
    awaitTypes(new Path("/written/file"), Map.of("SSD", 2));
  }

  private static QueuedRequest arrived(Path file, long acceptedMs) throws Exception {
    long inode = cluster.fs.getClient().getFileInfo(file.toString()).getFileId();
    return new QueuedRequest(
        0, 0, 1, inode, file.toString(), Origin.RENAME, "", true, acceptedMs, false);
  }

  @Test
  void whatIsRenamedAwayBeforeItsTimeIsLeftToTheRulesOfItsNewPlace() throws Exception {
    Path source = onSsd("/data/passing/file");
    cluster.fs.rename(source, new Path("/old/passing"));
    Path last = new Path("/data/passing-through");
    cluster.fs.rename(new Path("/old/passing"), last);
    Thread.sleep(MIN_AGE_MS + 500);
    assertThat(cluster.fs.getStoragePolicy(last).getName()).isEqualTo("ALL_SSD");
    assertThat(cluster.replicasByType(last)).isEqualTo(Map.of("SSD", 2));
  }

  @Test
  void allFaultsOfTheRulesAreNamedAtOnce() {
    Configuration conf = new Configuration(cluster.conf);
    conf.set("dfs.mover.file.rules", "a, b, b, archive");
    conf.set("dfs.mover.file.rule.a.path", "relative");
    conf.set("dfs.mover.file.rule.a.min.age", "soon");
    conf.set("dfs.mover.file.rule.a.policy", "NO_SUCH");
    conf.set("dfs.mover.file.rule.a.filter", "nobody");
    conf.set("dfs.mover.file.rule.c.path", "/c");
    assertThatThrownBy(() -> MoverService.start(conf, cluster.fs.getUri()))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining("dfs.mover.file.rule.a.path: 'relative' is not allowed")
        .hasMessageContaining("dfs.mover.file.rule.a.min.age: 'soon' is not allowed")
        .hasMessageContaining("dfs.mover.file.rule.a.policy: 'NO_SUCH' is not allowed")
        .hasMessageContaining("dfs.mover.file.rule.a.filter: 'nobody' is not allowed")
        .hasMessageContaining("has to be one of unlinked")
        .hasMessageContaining("dfs.mover.file.rules: 'b' is not allowed")
        .hasMessageContaining("dfs.mover.file.rule.b.path: '' is not allowed")
        .hasMessageContaining("dfs.mover.file.rule.c.path: 'c' is not listed");
  }
}
