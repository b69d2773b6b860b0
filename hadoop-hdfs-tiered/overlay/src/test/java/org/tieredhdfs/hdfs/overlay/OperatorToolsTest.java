package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.tools.DFSAdmin;
import org.apache.hadoop.hdfs.tools.DFSck;
import org.apache.hadoop.hdfs.tools.offlineEditsViewer.OfflineEditsViewer;
import org.apache.hadoop.hdfs.tools.offlineImageViewer.OfflineImageViewerPB;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Hadoop's tools and pages for operators make of custom types and policies. */
class OperatorToolsTest {
  private static final StorageType NVME = StorageType.valueOf("NVME");

  @TempDir static File folder;
  private static TieredMiniCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    cluster = new TieredMiniCluster(folder);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static String fsck(String... args) throws Exception {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8)) {
      int code = ToolRunner.run(new DFSck(cluster.dfs.getConfiguration(0), stream), args);
      assertThat(code).as("fsck: %s", out.toString(StandardCharsets.UTF_8)).isZero();
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String page(String pathAndQuery) throws Exception {
    URI uri = URI.create(cluster.dfs.getHttpUri(0) + pathAndQuery);
    HttpResponse<String> answer =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(uri.toString()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void fsckSeesThatBlocksLieAsCustomPoliciesSay() throws Exception {
    cluster.file(cluster.directory("fsck-all", "ALL_RAMDISK"), 2);
    cluster.file(cluster.directory("fsck-one", "ONE_RAMDISK"), 3);
    cluster.file(cluster.directory("fsck-hot", "HOT"), 1);

    assertThat(fsck("/fsck-all", "-storagepolicies"))
        .containsPattern("RAMDISK:3\\(ALL_RAMDISK\\) +2 +100")
        .contains("All blocks satisfy specified storage policy.");
    assertThat(fsck("/fsck-one", "-storagepolicies"))
        .containsPattern("DISK:2,RAMDISK:1\\(ONE_RAMDISK\\) +3 +100")
        .contains("All blocks satisfy specified storage policy.");
    assertThat(fsck("/fsck-hot", "-storagepolicies"))
        .containsPattern("DISK:3\\(HOT\\) +1 +100")
        .contains("All blocks satisfy specified storage policy.");
  }

  @Test
  void fsckNamesBlocksThatLieElsewhereThanTheirPolicySays() throws Exception {
    Path hot = cluster.directory("fsck-moved", "HOT");
    cluster.file(hot, 2);
    cluster.fs.setStoragePolicy(hot, "ALL_RAMDISK");
    cluster.file(cluster.directory("fsck-moved/back", "ALL_RAMDISK"), 3);
    cluster.fs.setStoragePolicy(new Path("/fsck-moved/back"), "ONE_RAMDISK");

    assertThat(fsck("/fsck-moved", "-storagepolicies"))
        .contains("Blocks NOT satisfying the specified storage policy:")
        .containsPattern("DISK:3\\(HOT\\) +ALL_RAMDISK +2 ")
        .containsPattern("RAMDISK:3\\(ALL_RAMDISK\\) +ONE_RAMDISK +3 ");
  }

  @Test
  void fsckNamesTheTypeOfEachReplica() throws Exception {
    cluster.file(cluster.directory("fsck-where", "ONE_RAMDISK"), 1);

    assertThat(fsck("/fsck-where", "-files", "-blocks", "-locations"))
        .contains(",RAMDISK]")
        .contains(",DISK]");
  }

  @Test
  void theNameNodesPageHasTheFiguresOfCustomTypes() throws Exception {
    cluster.file(cluster.directory("figures", "ALL_RAMDISK"), 4);
    cluster.dfs.triggerHeartbeats();

    // what dfshealth.html fills its table "DFS Storage Types" from
    String stats = page("/jmx?qry=Hadoop:service=NameNode,name=BlockStats");
    String ofRamdisk = stats.substring(stats.indexOf("\"key\" : \"RAMDISK\""));
    assertThat(ofRamdisk).containsPattern("\"nodesInService\" : 3");
    assertThat(ofRamdisk).containsPattern("\"capacityTotal\" : " + 3 * (1L << 30));
    assertThat(stats).contains("\"key\" : \"SSD\"").contains("\"key\" : \"DISK\"");
    assertThat(page("/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo")).contains("LiveNodes");
  }

  @Test
  void theDataNodesPageNamesCustomTypes() throws Exception {
    int port = cluster.dfs.getDataNodes().get(0).getInfoPort();
    HttpResponse<String> answer =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .build()
            .send(
                HttpRequest.newBuilder(
                        URI.create(
                            "http://127.0.0.1:"
                                + port
                                + "/jmx?qry=Hadoop:service=DataNode,name=DataNodeInfo"))
                    .build(),
                HttpResponse.BodyHandlers.ofString());

    assertThat(answer.body()).contains("\\\"storageType\\\":\\\"RAMDISK\\\"");
  }

  @Test
  void reportCountsVolumesOfCustomTypes() throws Exception {
    String report = StockCommand.run(cluster.fs.getConf(), admin(), "-report");

    // three volumes of each of three DataNodes
    assertThat(report)
        .containsPattern("(?m)^Configured Capacity: " + 9 * (1L << 30) + " ")
        .containsPattern("Live datanodes \\(3\\)");
  }

  private static DFSAdmin admin() {
    return new DFSAdmin(cluster.fs.getConf());
  }

  @Test
  void anUnknownTypeInAQuotaIsRefusedNamingOurs() throws Exception {
    cluster.fs.mkdirs(new Path("/refused"));
    String said =
        StockCommand.fail(
            cluster.fs.getConf(),
            admin(),
            "-setSpaceQuota",
            "1m",
            "-storageType",
            "FLOPPY",
            "/refused");

    assertThat(said).contains("FLOPPY");
  }

  @Test
  void imagesGoToXmlAndBack() throws Exception {
    Path directory = cluster.directory("image", "ALL_RAMDISK");
    cluster.directory("image-stock", "ONE_SSD");
    cluster.fs.setQuotaByStorageType(directory, RAMDISK, 9L * BLOCK_BYTES);
    cluster.fs.setQuotaByStorageType(directory, NVME, 7L * BLOCK_BYTES);
    cluster.fs.setSafeMode(SafeModeAction.ENTER);
    cluster.fs.saveNamespace();
    cluster.fs.setSafeMode(SafeModeAction.LEAVE);
    File image = newest("fsimage_[0-9]+");

    File xml = new File(folder, "image.xml");
    File again = new File(folder, "image-again");
    File xmlAgain = new File(folder, "image-again.xml");
    oiv("XML", image, xml);
    oiv("ReverseXML", xml, again);
    oiv("XML", again, xmlAgain);

    String text = Files.readString(xml.toPath());
    assertThat(text)
        .contains("<val>\\000d;</val>")
        .contains("<val>\\000a;</val>")
        .contains("<type>RAMDISK</type><quota>" + 9 * BLOCK_BYTES)
        .contains("<type>NVME</type><quota>" + 7 * BLOCK_BYTES);
    assertThat(xmlAgain).hasSameBinaryContentAs(xml);
  }

  private static void oiv(String processor, File from, File to) throws Exception {
    String[] args = {"-p", processor, "-i", from.getPath(), "-o", to.getPath()};
    assertThat(OfflineImageViewerPB.run(args)).as(processor).isZero();
  }

  @Test
  void editsGoToXmlAndBack() throws Exception {
    Path directory = cluster.directory("edits", "ONE_RAMDISK");
    cluster.fs.setQuotaByStorageType(directory, RAMDISK, 5L * BLOCK_BYTES);
    cluster.dfs.getNameNodeRpc().rollEditLog();
    File edits = newest("edits_[0-9]+-[0-9]+");

    File xml = new File(folder, "edits.xml");
    File again = new File(folder, "edits-again");
    File xmlAgain = new File(folder, "edits-again.xml");
    oev("xml", edits, xml);
    oev("binary", xml, again);
    oev("xml", again, xmlAgain);

    assertThat(Files.readString(xml.toPath()))
        .contains("<STORAGETYPE>64</STORAGETYPE>")
        .contains("<POLICYID>11</POLICYID>");
    assertThat(xmlAgain).hasSameBinaryContentAs(xml);
  }

  private static void oev(String processor, File from, File to) throws Exception {
    int code =
        new OfflineEditsViewer()
            .go(from.getPath(), to.getPath(), processor, new OfflineEditsViewer.Flags(), null);
    assertThat(code).as(processor).isZero();
  }

  private static File newest(String pattern) throws Exception {
    File current = new File(cluster.dfs.getNameDirs(0).iterator().next().getPath(), "current");
    List<File> files = new ArrayList<>(List.of(Objects.requireNonNull(current.listFiles())));
    files.removeIf(file -> !file.getName().matches(pattern));
    return files.stream().max(Comparator.comparing(File::getName)).orElseThrow();
  }
}
