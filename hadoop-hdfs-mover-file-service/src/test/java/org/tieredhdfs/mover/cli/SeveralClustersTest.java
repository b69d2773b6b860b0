package org.tieredhdfs.mover.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.MiniDFSNNTopology;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.mover.MoverCluster;

/** The command where ViewFS mounts two nameservices, a cluster that is down, and a local folder. */
class SeveralClustersTest {
  private static final int FILE_BYTES = 3 * MoverCluster.BLOCK_BYTES;
  private static final short REPLICAS = 2;

  @TempDir static File folder;
  private static Configuration conf;
  private static MiniDFSCluster cluster;
  private static DistributedFileSystem first;
  private static DistributedFileSystem second;
  private static URI down;

  @BeforeAll
  static void start() throws Exception {
    Configuration ofCluster = MoverCluster.shortIntervals();
    ofCluster.setInt(CommonConfigurationKeysPublic.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 0);
    cluster =
        new MiniDFSCluster.Builder(ofCluster, folder)
            .nnTopology(MiniDFSNNTopology.simpleFederatedTopology(2))
            .numDataNodes(2)
            .storagesPerDatanode(2)
            .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK})
            .build();
    cluster.waitActive();
    first = cluster.getFileSystem(0);
    second = cluster.getFileSystem(1);
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      down = URI.create("hdfs://127.0.0.1:" + free.getLocalPort());
    }
    conf = new Configuration(ofCluster);
    conf.set("fs.defaultFS", "viewfs://all/");
    mount("/one", first.getUri() + "/a");
    mount("/two", second.getUri() + "/b");
    mount("/down", down + "/c");
    mount("/local", folder.toURI().toString());
    mount("/deeper/one", first.getUri() + "/a");
  }

  @AfterAll
  static void stop() {
    cluster.shutdown();
  }

  private static void mount(String where, String what) {
    conf.set("fs.viewfs.mounttable.all.link." + where, what);
  }

  private static Path file(DistributedFileSystem fs, String name) throws Exception {
    Path file = new Path(name);
    DFSTestUtil.createFile(fs, file, FILE_BYTES, REPLICAS, 1);
    DFSTestUtil.waitReplication(fs, file, REPLICAS);
    return file;
  }

  private static List<StorageType> types(DistributedFileSystem fs, Path file) throws Exception {
    List<StorageType> types = new ArrayList<>();
    fs.getClient()
        .getLocatedBlocks(file.toString(), 0, Long.MAX_VALUE)
        .getLocatedBlocks()
        .forEach(block -> types.addAll(Arrays.asList(block.getStorageTypes())));
    return types;
  }

  @Test
  void pathsBehindMountsAreMovedWhereTheyReallyAre() throws Exception {
    Path one = file(first, "/a/file");
    Path two = file(second, "/b/below/file");
    Path namesake = file(second, "/a/file");

    CommandRun done =
        CommandRun.of(
            conf,
            "",
            "move",
            "viewfs://all/one/file",
            "/two",
            "-r",
            "--policy",
            "ALL_SSD",
            "--json");

    assertThat(done.exit()).as(done.err()).isZero();
    JsonNode parts = done.json().get("fileSystems");
    assertThat(parts).hasSize(2);
    assertThat(parts.get(0).get("fileSystem").asText()).isEqualTo(first.getUri().toString());
    assertThat(parts.get(1).get("fileSystem").asText()).isEqualTo(second.getUri().toString());
    assertThat(parts).allMatch(part -> part.get("replicasMoved").asInt() == 6);
    assertThat(types(first, one)).hasSize(6).containsOnly(StorageType.SSD);
    assertThat(types(second, two)).hasSize(6).containsOnly(StorageType.SSD);
    assertThat(types(second, namesake)).hasSize(6).containsOnly(StorageType.DISK);
    assertThat(second.getStoragePolicy(new Path("/a")).getName()).isEqualTo("HOT");
  }

  @Test
  void pathsThatAreOnNoClusterGetOneErrorEachAndTheOthersAreMoved() throws Exception {
    Path good = file(first, "/a/good");
    first.setStoragePolicy(good, "ALL_SSD");

    CommandRun run =
        CommandRun.of(
            conf,
            "",
            "move",
            "/down/x",
            down + "/y",
            down + "/z",
            "/nowhere/x",
            "/one/not-there",
            "/",
            "/deeper",
            "/local",
            "hdfs://no-such-nameservice.invalid/x",
            "/deeper/one/good");

    assertThat(run.exit()).isEqualTo(-4);
    List<String> errors = run.err().lines().filter(line -> line.matches("(/|hdfs:).*")).toList();
    assertThat(errors)
        .satisfiesExactly(
            error -> assertThat(error).startsWith("/down/x: ").contains("Connection refused"),
            error -> assertThat(error).startsWith(down + "/y: ").contains("Connection refused"),
            error -> assertThat(error).startsWith(down + "/z: ").contains("Connection refused"),
            error -> assertThat(error).isEqualTo(notThere("/nowhere/x")),
            error -> assertThat(error).isEqualTo(notThere("/one/not-there")),
            error ->
                assertThat(error).startsWith("/: it contains only mounts of other file systems"),
            error -> assertThat(error).startsWith("/deeper: it contains only mounts of other"),
            error -> assertThat(error).isEqualTo("/local: it is on file, not in HDFS"),
            error -> assertThat(error).contains("/x: ", "no-such-nameservice.invalid"));
    assertThat(run.out()).contains(first.getUri() + ": 1 files: 1 moved");
    assertThat(types(first, good)).hasSize(6).containsOnly(StorageType.SSD);
  }

  private static String notThere(String path) {
    return path + ": no such file or directory";
  }

  /** The client of clusters of which the second offers HOT alone. */
  public static final class FewPolicies extends DistributedFileSystem {
    @Override
    public DFSClient getClient() {
      DFSClient client = super.getClient();
      if (!getUri().equals(second.getUri())) {
        return client;
      }
      try {
        BlockStoragePolicy[] offered =
            Arrays.stream(client.getStoragePolicies())
                .filter(policy -> policy.getName().equals("HOT"))
                .toArray(BlockStoragePolicy[]::new);
        DFSClient other = mock(DFSClient.class);
        when(other.getStoragePolicies()).thenReturn(offered);
        return other;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--json", "--wait"})
  void aPolicyThatOneClusterDoesNotOfferIsSetOnNone(String how) throws Exception {
    Path one = file(first, "/a/offered" + how);
    Path two = file(second, "/b/offered" + how);
    Configuration fewPolicies = new Configuration(conf);
    fewPolicies.setClass("fs.hdfs.impl", FewPolicies.class, FileSystem.class);
    CommandRun run =
        CommandRun.of(
            fewPolicies,
            "",
            "move",
            "/one/" + one.getName(),
            "/two/" + two.getName(),
            how,
            "--policy",
            "ALL_SSD");
    assertThat(run.exit()).isEqualTo(-5);
    assertThat(run.err())
        .isEqualTo(
            "filemover: --policy: 'ALL_SSD' is not allowed; it has to be one of HOT"
                + System.lineSeparator());
    assertThat(first.getStoragePolicy(one).getName()).isEqualTo("HOT");
  }

  @Test
  void aServiceHasToBeThatOfOneCluster() throws Exception {
    CommandRun mounts = CommandRun.of(conf, "", "status");
    assertThat(mounts.exit()).isEqualTo(-5);
    assertThat(mounts.err())
        .contains("fs.defaultFS: 'viewfs://all/' is not allowed; it has to be an HDFS")
        .contains("-fs hdfs://NAMESERVICE");
    CommandRun named = CommandRun.of(conf, "", "-fs", second.getUri().toString(), "status");
    assertThat(named.exit()).isEqualTo(-4);
    assertThat(named.err()).contains("service has never run on " + second.getUri());
  }

  @Test
  void oneClusterThatCannotBeAskedForItsServiceDoesNotKeepTheOthersFromBeingAsked()
      throws Exception {
    file(first, "/a/asked");
    file(second, "/b/asked");
    CommandRun run = CommandRun.of(conf, "", "move", "/one/asked", "/two/asked", "--async");
    assertThat(run.exit()).isEqualTo(-4);
    assertThat(run.err().lines())
        .satisfiesExactly(
            error -> assertThat(error).contains("service has never run on " + first.getUri()),
            error -> assertThat(error).contains("service has never run on " + second.getUri()));
  }
}
