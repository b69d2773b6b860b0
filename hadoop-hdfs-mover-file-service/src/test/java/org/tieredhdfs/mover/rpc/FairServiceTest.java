package org.tieredhdfs.mover.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.service.MoverService;
import org.tieredhdfs.waits.Waits;

/** Directories of one user that take longer than a test waits, and what others want meanwhile. */
class FairServiceTest {
  private static final int DIRECTORIES = 64;
  private static final int FILES = 2;

  /** A second for each block: one round over all directories takes longer than a test waits. */
  private static final long BYTES_PER_SECOND = MoverCluster.BLOCK_BYTES;

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir static File folder;
  private static MoverCluster cluster;
  private static MoverService service;

  @BeforeAll
  static void start() throws Exception {
    cluster = MoverCluster.alike(folder, StorageType.SSD, StorageType.DISK);
    cluster.conf.setInt(MoverKeys.SERVICE_QUEUE.name(), DIRECTORIES + 1);
    cluster.conf.setInt(MoverKeys.SERVICE_QUEUE_PER_USER.name(), DIRECTORIES);
    cluster.conf.set(MoverKeys.SERVICE_ROOTS.name(), "/followed");
    service = MoverService.start(cluster.conf, cluster.fs.getUri());
  }

  @AfterAll
  static void stop() throws Exception {
    service.close();
    cluster.close();
  }

  private static <T> T as(String user, ServiceUsers.Use<T> use) throws Exception {
    return ServiceUsers.as(cluster, user, use);
  }

  private static void setBytesPerSecond(long bytes) throws Exception {
    LimitsProto limits = LimitsProto.newBuilder().setBytesPerSecond(bytes).build();
    as(UserGroupInformation.getCurrentUser().getShortUserName(), client -> client.limits(limits));
  }

  private static void awaitOnSsd(Path file) throws Exception {
    assertThat(cluster.awaitReplicasByType(file, Map.of("SSD", 1))).isEqualTo(Map.of("SSD", 1));
  }

  private static int onSsd(List<String> directories) throws Exception {
    int files = 0;
    for (String directory : directories) {
      for (int j = 0; j < FILES; j++) {
        files += cluster.replicasByType(new Path(directory, "" + j)).getOrDefault("SSD", 0);
      }
    }
    return files;
  }

  private static void awaitOpen(int requests) throws Exception {
    Waits.until("open requests", PATIENCE, service::open, open -> open == requests);
  }

  /** A file with a policy of a storage type that is not there, so that a request of it waits. */
  private static Path impossible(String name) throws Exception {
    Path file = cluster.file(name, 1, 1);
    cluster.fs.setPermission(file, new FsPermission((short) 0666));
    cluster.fs.setStoragePolicy(file, "COLD");
    return file;
  }

  @Test
  void eventsAreReadWhenUsersMayAskForNoMoreAndTakeUpNoneOfTheirRoom() throws Exception {
    impossible("/followed/stuck");
    awaitOpen(1);
    String stuck = impossible("/stuck").toString();
    List<String> many = Collections.nCopies(DIRECTORIES, stuck);
    long anns = as("ann", client -> client.submit(many, false)).getId();
    long bobs = as("bob", client -> client.submit(List.of(stuck), false)).getId();
    int users = DIRECTORIES + 1;
    assertThatThrownBy(() -> as("cid", client -> client.submit(List.of(stuck), false)))
        .hasMessageContaining(
            "limit is " + users + " files and directories, and it holds " + users + ";");

    Path followed = cluster.file("/followed/late", 1, 1);
    cluster.fs.setStoragePolicy(followed, "ALL_SSD");
    awaitOnSsd(followed);

    as("ann", client -> client.cancel(anns));
    as("bob", client -> client.cancel(bobs));
    cluster.fs.setStoragePolicy(new Path("/followed/stuck"), "HOT");
    awaitOpen(0);
  }

  @Test
  void neitherAnothersFileNorAnEventWaitsForTheDirectoriesOfOneUser() throws Exception {
    List<String> directories = new ArrayList<>();
    for (int i = 0; i < DIRECTORIES; i++) {
      String directory = "/ann/" + i;
      for (int j = 0; j < FILES; j++) {
        cluster.fs.setOwner(cluster.file(directory + "/" + j, 1, 1), "ann", "ann");
      }
      cluster.fs.setStoragePolicy(new Path(directory), "ALL_SSD");
      directories.add(directory);
    }
    cluster.fs.setOwner(new Path("/ann"), "ann", "ann");
    for (String directory : directories) {
      cluster.fs.setOwner(new Path(directory), "ann", "ann");
    }
    Path bobs = cluster.file("/bob", 1, 1);
    cluster.fs.setOwner(bobs, "bob", "bob");
    cluster.fs.setStoragePolicy(bobs, "ALL_SSD");
    Path followed = cluster.file("/followed/file", 1, 1);

    setBytesPerSecond(BYTES_PER_SECOND);
    as("ann", client -> client.submit(directories, true));
    assertThatThrownBy(() -> as("ann", client -> client.submit(List.of("/ann"), true)))
        .hasMessageContaining("the queue limit is " + DIRECTORIES);
    as("bob", client -> client.submit(List.of(bobs.toString()), false));
    cluster.fs.setStoragePolicy(followed.getParent(), "ALL_SSD");
    awaitOnSsd(bobs);
    awaitOnSsd(followed);
    // a turn for each directory would be at least one file of each
    assertThat(onSsd(directories)).as("files before the others'").isLessThan(DIRECTORIES / 2);

    setBytesPerSecond(0);
    awaitOpen(0);
    for (String directory : directories) {
      for (int j = 0; j < FILES; j++) {
        awaitOnSsd(new Path(directory, "" + j));
      }
    }
  }
}
