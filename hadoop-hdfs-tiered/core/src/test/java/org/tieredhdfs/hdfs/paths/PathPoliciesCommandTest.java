package org.tieredhdfs.hdfs.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Against a NameNode with stock policies: the command needs no overlay. */
class PathPoliciesCommandTest {
  private static final String MAPPING = "dfs.tiered.path.policies";

  @TempDir static Path folder;
  private static MiniDFSCluster cluster;
  private static FileSystem fs;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private Configuration conf;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        new MiniDFSCluster.Builder(new HdfsConfiguration(), folder.toFile())
            .numDataNodes(1)
            .build();
    fs = cluster.getFileSystem();
  }

  @AfterAll
  static void stopCluster() {
    cluster.shutdown();
  }

  @BeforeEach
  void makeDirectories() throws Exception {
    conf = new HdfsConfiguration();
    FileSystem.setDefaultUri(conf, fs.getUri());
    for (var status : fs.listStatus(path("/"))) {
      fs.delete(status.getPath(), true);
    }
    fs.unsetStoragePolicy(path("/"));
    fs.mkdirs(path("/hbase/WALs"));
    fs.mkdirs(path("/hbase/data"));
  }

  private static org.apache.hadoop.fs.Path path(String path) {
    return new org.apache.hadoop.fs.Path(path);
  }

  private int run(String... args) throws Exception {
    out.reset();
    err.reset();
    PathPoliciesCommand command =
        new PathPoliciesCommand(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return ToolRunner.run(conf, command, args);
  }

  private String printed() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String complained() {
    return err.toString(StandardCharsets.UTF_8);
  }

  private static String policy(String path) throws Exception {
    return fs.getStoragePolicy(path(path)).getName();
  }

  @Test
  void policiesAreSetAndASecondRunChangesNothing() throws Exception {
    conf.set(MAPPING, "/hbase/WALs=ALL_SSD, /hbase/data=WARM");

    assertThat(run()).isEqualTo(PathPoliciesCommand.DONE);
    assertThat(printed().lines())
        .containsExactly("/hbase/WALs: HOT -> ALL_SSD", "/hbase/data: HOT -> WARM");
    assertThat(policy("/hbase/WALs")).isEqualTo("ALL_SSD");
    assertThat(policy("/hbase/data")).isEqualTo("WARM");
    assertThat(policy("/hbase")).isEqualTo("HOT");

    assertThat(run()).isEqualTo(PathPoliciesCommand.DONE);
    assertThat(printed().lines())
        .containsExactly("/hbase/WALs: ALL_SSD unchanged", "/hbase/data: WARM unchanged");
  }

  @Test
  void secondRunWritesNothingToTheEditLog() throws Exception {
    conf.set(MAPPING, "/hbase/WALs=ALL_SSD, /hbase/data=WARM");
    run();
    long before = cluster.getNamesystem().getFSImage().getEditLog().getLastWrittenTxId();
    run();
    assertThat(cluster.getNamesystem().getFSImage().getEditLog().getLastWrittenTxId())
        .isEqualTo(before);
  }

  @Test
  void dryRunTellsTheSameAndChangesNothing() throws Exception {
    conf.set(MAPPING, "/hbase/WALs=ALL_SSD, /hbase/new=COLD");

    assertThat(run("--dry-run", "--create")).isEqualTo(PathPoliciesCommand.DONE);

    assertThat(printed().lines())
        .containsExactly(
            "Dry run, nothing is changed:",
            "/hbase/WALs: HOT -> ALL_SSD",
            "/hbase/new: made -> COLD");
    assertThat(policy("/hbase/WALs")).isEqualTo("HOT");
    assertThat(fs.exists(path("/hbase/new"))).isFalse();
  }

  @Test
  void missingDirectoryIsReportedAndTheOthersAreDone() throws Exception {
    conf.set(MAPPING, "/gone=COLD, /hbase/WALs=ALL_SSD");

    assertThat(run()).isEqualTo(PathPoliciesCommand.INCOMPLETE);

    assertThat(printed().lines())
        .containsExactly("/gone: missing, not set to COLD", "/hbase/WALs: HOT -> ALL_SSD");
    assertThat(fs.exists(path("/gone"))).isFalse();
    assertThat(policy("/hbase/WALs")).isEqualTo("ALL_SSD");
    assertThat(run("--dry-run")).isEqualTo(PathPoliciesCommand.INCOMPLETE);
  }

  @Test
  void missingDirectoriesAreMadeOnRequestParentsFirst() throws Exception {
    conf.set(MAPPING, "/new/deep/child=ALL_SSD, /new=COLD");

    assertThat(run("--create")).isEqualTo(PathPoliciesCommand.DONE);

    assertThat(printed().lines())
        .hasSize(2)
        .satisfiesExactly(
            first -> assertThat(first).startsWith("/new: made -> COLD (owner "),
            second -> assertThat(second).startsWith("/new/deep/child: made -> ALL_SSD (owner "));
    assertThat(policy("/new")).isEqualTo("COLD");
    assertThat(policy("/new/deep")).isEqualTo("COLD");
    assertThat(policy("/new/deep/child")).isEqualTo("ALL_SSD");
    assertThat(run()).isEqualTo(PathPoliciesCommand.DONE);
    assertThat(printed().lines()).allMatch(line -> line.endsWith(" unchanged"));
  }

  @Test
  void fileInPlaceOfADirectoryIsReportedAndKeepsItsPolicy() throws Exception {
    fs.create(path("/hbase/file")).close();
    conf.set(MAPPING, "/hbase/file=COLD, /hbase/data=WARM");

    assertThat(run("--create")).isEqualTo(PathPoliciesCommand.INCOMPLETE);

    assertThat(printed().lines())
        .containsExactly(
            "/hbase/data: HOT -> WARM", "/hbase/file: not a directory, not set to COLD");
    assertThat(policy("/hbase/file")).isEqualTo("HOT");
  }

  @Test
  void policyThatIsOnlyInheritedBecomesTheDirectorysOwn() throws Exception {
    fs.setStoragePolicy(path("/hbase"), "COLD");
    conf.set(MAPPING, "/hbase=WARM, /hbase/data=COLD");

    assertThat(run()).isEqualTo(PathPoliciesCommand.DONE);
    assertThat(printed().lines())
        .containsExactly("/hbase: COLD -> WARM", "/hbase/data: COLD unchanged");
    assertThat(policy("/hbase/data")).isEqualTo("COLD");
    assertThat(policy("/hbase/WALs")).isEqualTo("WARM");
  }

  @Test
  void anyFaultInTheConfigurationKeepsEverythingAsItIs() throws Exception {
    conf.set(MAPPING, "/hbase/WALs=ALL_SSD");
    conf.set("dfs.tiered.storage.policies", "FAST");

    assertThat(run()).isEqualTo(PathPoliciesCommand.REFUSED);

    assertThat(complained())
        .contains("Nothing is changed, 2 faults")
        .contains("policy.FAST.id", "policy.FAST.types");
    assertThat(printed()).isEmpty();
    assertThat(policy("/hbase/WALs")).isEqualTo("HOT");
  }

  @Test
  void policyThatTheNameNodeDoesNotOfferKeepsEverythingAsItIs() throws Exception {
    conf.set(MAPPING, "/hbase/WALs=ALL_RAMDISK, /hbase/data=WARM");

    assertThat(run()).isEqualTo(PathPoliciesCommand.REFUSED);

    assertThat(complained())
        .contains("'/hbase/WALs=ALL_RAMDISK' is not allowed")
        .contains("one of the policies that " + fs.getUri() + " offers: ALL_NVDIMM, ALL_SSD, COLD");
    assertThat(policy("/hbase/data")).isEqualTo("HOT");
  }

  @Test
  void directoryThatFailsStopsNoneOfTheOthers() throws Exception {
    conf.set(MAPPING, "/hbase/data/sub/new=COLD, /hbase/WALs=ALL_SSD");
    fs.create(path("/hbase/data/sub")).close();

    assertThat(run("--create")).isEqualTo(PathPoliciesCommand.INCOMPLETE);

    assertThat(printed().lines())
        .hasSize(2)
        .contains("/hbase/WALs: HOT -> ALL_SSD")
        .anyMatch(line -> line.startsWith("/hbase/data/sub/new: failed, not set to COLD ("));
    assertThat(policy("/hbase/WALs")).isEqualTo("ALL_SSD");
  }

  @Test
  void mountTableLeadsToTheNameNodesBehindIt() throws Exception {
    conf.set("fs.defaultFS", "viewfs://here/");
    conf.set("fs.viewfs.mounttable.here.link./tables", fs.getUri() + "/hbase/data");
    conf.set("fs.viewfs.mounttable.here.link./logs", fs.getUri() + "/hbase/WALs");
    conf.set(MAPPING, "/tables=WARM, /tables/cold=COLD, /nowhere=HOT");

    assertThat(run("--create")).isEqualTo(PathPoliciesCommand.INCOMPLETE);

    assertThat(policy("/hbase/data")).isEqualTo("WARM");
    assertThat(policy("/hbase/data/cold")).isEqualTo("COLD");
    assertThat(printed().lines())
        .hasSize(3)
        .anyMatch(line -> line.startsWith("/nowhere: failed, not set to HOT ("));
  }

  @Test
  void webHdfsServesAsWell() throws Exception {
    InetSocketAddress address = cluster.getNameNode().getHttpAddress();
    FileSystem.setDefaultUri(
        conf, URI.create("webhdfs://" + address.getHostString() + ":" + address.getPort()));
    conf.set(MAPPING, "/hbase/data=WARM, /hbase/new=COLD");

    assertThat(run("--create")).isEqualTo(PathPoliciesCommand.DONE);

    assertThat(policy("/hbase/data")).isEqualTo("WARM");
    assertThat(policy("/hbase/new")).isEqualTo("COLD");
    assertThat(run()).isEqualTo(PathPoliciesCommand.DONE);
    assertThat(printed().lines()).allMatch(line -> line.endsWith(" unchanged"));
  }

  @Test
  void fileSystemWithoutPoliciesIsRefusedInOneSentence() throws Exception {
    FileSystem.setDefaultUri(conf, "file:///");
    conf.set(MAPPING, "/hbase/data=WARM");
    assertThat(run()).isEqualTo(PathPoliciesCommand.UNREACHABLE);
    assertThat(complained()).contains("file:/// does not support storage policies");
  }

  @Test
  void nameNodeThatIsNotThereIsReported() throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closed = socket.getLocalPort();
    }
    FileSystem.setDefaultUri(conf, "hdfs://127.0.0.1:" + closed);
    conf.setInt("ipc.client.connect.max.retries", 0);
    conf.set(MAPPING, "/hbase/data=WARM");
    assertThat(run()).isEqualTo(PathPoliciesCommand.UNREACHABLE);
    assertThat(complained()).startsWith("path-policies: cannot query the file system: ");
  }

  @Test
  void commandLineIsCheckedAndHelpNamesEveryOptionAndExitCode() throws Exception {
    assertThat(run("--dry-rum")).isEqualTo(PathPoliciesCommand.USAGE);
    assertThat(complained()).contains("'--dry-rum'", "--dry-run, --create, --help");
    assertThat(run("--help")).isEqualTo(PathPoliciesCommand.DONE);
    assertThat(printed()).contains("--dry-run", "--create", "--help", "Exit code: 0", "4 file");
  }

  @Test
  void emptyMappingIsNoFault() throws Exception {
    assertThat(run()).isEqualTo(PathPoliciesCommand.DONE);
    assertThat(printed()).contains("dfs.tiered.path.policies is empty: nothing to do");
  }

  @Test
  void hadoopsOptionsAreUnderstood() throws Exception {
    assertThat(run("-D", MAPPING + "=/hbase/data=WARM", "--dry-run"))
        .isEqualTo(PathPoliciesCommand.DONE);
    assertThat(printed()).contains("/hbase/data: HOT -> WARM");
  }
}
