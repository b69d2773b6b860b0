package org.tieredhdfs.mover.service;

import static org.apache.hadoop.test.MetricsAsserts.getLongCounter;
import static org.apache.hadoop.test.MetricsAsserts.getMetrics;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto.State;
import org.tieredhdfs.waits.Waits;

/** That files that wait are in nobody's way, and are not forgotten. */
@Timeout(300)
class WaitingFilesTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** More than there is room for requests. */
  private static final int HELD_BACK = 1_200;

  private static final int QUEUE = 20;

  @TempDir File folder;
  private MoverCluster cluster;
  private MoverService service;

  @BeforeEach
  void start() throws Exception {
    cluster = MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK);
    cluster.conf.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "100ms");
    cluster.conf.setInt(MoverKeys.SERVICE_QUEUE.name(), QUEUE);
    cluster.conf.setInt(MoverKeys.SERVICE_QUEUE_PER_USER.name(), QUEUE);
    cluster.conf.set("dfs.mover.file.service.retry.delay", "200ms");
    cluster.conf.set("dfs.mover.file.service.retry.max.delay", "1s");
    cluster.conf.set("dfs.mover.file.rules", "old,rest");
    cluster.conf.set("dfs.mover.file.rule.rest.path", "/rest");
    cluster.conf.set("dfs.mover.file.rule.rest.min.age", "30d");
    cluster.conf.set("dfs.mover.file.rule.old.path", "/old");
    cluster.conf.set("dfs.mover.file.rule.old.policy", "all_ssd");
    cluster.conf.set("dfs.mover.file.rule.old.min.age", "30d");
    cluster.conf.set("dfs.mover.file.rule.old.age.from", "modification");
    // What users ask for is somewhere else
    cluster.conf.set(MoverKeys.SERVICE_ROOTS.name(), "/old,/ssd,/rest");
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
  }

  @AfterEach
  void stop() throws Exception {
    service.close();
    cluster.close();
  }

  private void restartService() throws Exception {
    service.close();
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
  }

  /** How often the NameNode of this very test was called so, of those answered for a while. */
  private long calls(String method) {
    String port = "RpcDetailedActivityForPort" + cluster.dfs.getNameNodePort();
    return getLongCounter(method + "NumOps", getMetrics(port));
  }

  private void awaitHeldBack() throws Exception {
    Waits.until(
        "all files wait, and nothing else is open",
        PATIENCE,
        () ->
            service.open() == HELD_BACK
                && service.report().delayed() >= HELD_BACK
                && service.report().running() == 0);
    assertThat(service.report().oldestAgeMs()).as("what waits is not late").isZero();
  }

  @Test
  void manyFilesThatARuleHoldsBackStopNeitherEventsNorUsersAndAreKeptOverARestart()
      throws Exception {
    cluster.fs.mkdirs(new Path("/old"));
    cluster.fs.mkdirs(new Path("/ssd"));
    cluster.fs.setStoragePolicy(new Path("/ssd"), "ALL_SSD");
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 2 * QUEUE; i++) {
      files.add(cluster.file("/data/" + i, 1, 1));
    }
    for (int i = 0; i < HELD_BACK; i++) {
      cluster.fs.create(new Path("/many/" + i)).close();
    }
    cluster.fs.rename(new Path("/many"), new Path("/old/many"));
    awaitHeldBack();

    long before = calls("GetListing");
    for (Path file : files) {
      cluster.fs.rename(file, new Path("/ssd", file.getName()));
    }
    for (Path file : files) {
      Map<String, Integer> onSsd = Map.of("SSD", 1);
      assertThat(cluster.awaitReplicasByType(new Path("/ssd", file.getName()), onSsd))
          .isEqualTo(onSsd);
    }
    awaitHeldBack();
    assertThat(calls("GetListing")).as("the directory is walked again").isEqualTo(before);

    restartService();
    awaitHeldBack();
    cluster.fs.rename(new Path("/old/many"), new Path("/old/again"));
    Waits.until(
        "they are known by their new paths",
        PATIENCE,
        () -> service.open() == HELD_BACK && waitsAt("/old/again/"));
    restartService();
    awaitHeldBack();
    assertThat(waitsAt("/old/many/")).isFalse();
  }

  @Test
  void renamesWithinOnePolicyCostLookupsOfTheirDirectoriesOnly() throws Exception {
    renameWithinOnePolicy();
  }

  @Test
  void aDirectoryThatARuleLetsRestMakesNoRequestsOfRenamesElsewhere() throws Exception {
    cluster.fs.mkdirs(new Path("/rest"));
    Path unused = cluster.file("/outside/dir/file", 1, 1);
    cluster.fs.rename(new Path("/outside/dir"), new Path("/rest/dir"));
    Waits.until("its request rests", PATIENCE, () -> service.open() == 1);
    renameWithinOnePolicy();
    Waits.until("only the directory is left", PATIENCE, () -> service.open() == 1);
  }

  private void renameWithinOnePolicy() throws Exception {
    int renames = 300;
    for (int i = 0; i < renames; i++) {
      cluster.fs.create(new Path("/ssd/from/" + i)).close();
    }
    cluster.fs.mkdirs(new Path("/ssd/to"));
    Path marker = cluster.file("/ssd/marker", 1, 1);
    awaitAllEvents(marker);
    long lookups = calls("GetFileInfo");
    long readings = calls("GetEditsFromTxid");
    for (int i = 0; i < renames; i++) {
      cluster.fs.rename(new Path("/ssd/from/" + i), new Path("/ssd/to/" + i));
    }
    awaitAllEvents(marker);
    // Of what was read at once the two directories are looked up, and the marker
    assertThat(calls("GetFileInfo") - lookups)
        .isPositive()
        .isLessThanOrEqualTo(2 * (calls("GetEditsFromTxid") - readings) + 10);
  }

  /** Nobody has followed it there. */
  @Test
  void whatComesFromOutsideIsLookedAtItself() throws Exception {
    Path outside = cluster.file("/outside/file", 1, 1);
    cluster.fs.setStoragePolicy(outside, "ALL_SSD");
    cluster.fs.mkdirs(new Path("/ssd"));
    Path inside = new Path("/ssd/file");
    cluster.fs.rename(outside, inside);
    assertThat(cluster.awaitReplicasByType(inside, Map.of("SSD", 1))).isEqualTo(Map.of("SSD", 1));
  }

  /** The service records how far it has come with the next request. */
  private void awaitAllEvents(Path marker) throws Exception {
    cluster.fs.setStoragePolicy(marker, "HOT");
    long last = cluster.dfs.getNamesystem().getFSImage().getEditLog().getLastWrittenTxId();
    Waits.until(
        "all events are followed", PATIENCE, () -> service.requests().lastTransaction() >= last);
  }

  private boolean waitsAt(String path) throws Exception {
    try (FileMoverClient client = new FileMoverClient(cluster.conf, cluster.fs.getUri())) {
      return client.list(0, 1_000).getRequestsList().stream()
          .anyMatch(status -> status.getPath().startsWith(path) && status.getFilesWaiting() == 1);
    }
  }

  @Test
  void aUsersDirectoryWaitsForItsFilesOverARestartAndEndsWhenTheyAreGivenUp() throws Exception {
    long id = submitCold();
    awaitThatOnlyFilesWait(id);

    restartService();
    awaitThatOnlyFilesWait(id);
    cluster.conf.set("dfs.mover.file.service.retry.for", "1s");
    restartService();
    RequestStatusProto ended = awaitStatus(id, status -> status.getState() == State.ENDED);
    assertThat(ended.getStage()).isEqualTo("GIVEN_UP");
    assertThat(ended.getPath()).isEqualTo("/cold");
    assertThat(service.open()).isZero();
    assertThat(service.report().filesGivenUp()).isEqualTo(3);
  }

  @Test
  void cancellingAUsersDirectoryCancelsTheFilesThatWaitForIt() throws Exception {
    long id = submitCold();
    awaitThatOnlyFilesWait(id);
    try (FileMoverClient client = new FileMoverClient(cluster.conf, cluster.fs.getUri())) {
      client.cancel(id);
    }
    RequestStatusProto ended = awaitStatus(id, status -> status.getState() == State.CANCELLED);
    assertThat(ended.getPath()).isEqualTo("/cold");
    Waits.until("nothing is left", PATIENCE, () -> service.open() == 0);
    restartService();
    assertThat(service.open()).isZero();
  }

  /** Asks for three files to be moved to a type that no DataNode has. */
  private long submitCold() throws Exception {
    for (int i = 0; i < 3; i++) {
      cluster.file("/cold/" + i, 1, 1);
    }
    cluster.fs.setStoragePolicy(new Path("/cold"), "COLD");
    try (FileMoverClient client = new FileMoverClient(cluster.conf, cluster.fs.getUri())) {
      return client.submit(List.of("/cold"), true).getId();
    }
  }

  /** All three have begun to wait before the walk that has found them is done. */
  private void awaitThatOnlyFilesWait(long id) throws Exception {
    RequestStatusProto waiting =
        awaitStatus(
            id, status -> status.getFilesWaiting() == 3 && status.getStage().equals("WAITING"));
    assertThat(waiting.getPath()).isEqualTo("/cold");
    assertThat(waiting.getWaitsForRetry()).isTrue();
  }

  private RequestStatusProto awaitStatus(long id, Predicate<RequestStatusProto> wanted)
      throws Exception {
    try (FileMoverClient client = new FileMoverClient(cluster.conf, cluster.fs.getUri())) {
      return Waits.until("the request's status", PATIENCE, () -> client.status(id), wanted);
    }
  }
}
