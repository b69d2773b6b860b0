package org.tieredhdfs.hdfs.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.BLOCK_BYTES;
import static org.tieredhdfs.hdfs.overlay.TieredMiniCluster.RAMDISK;

import java.io.File;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.protocol.QuotaByStorageTypeExceededException;
import org.apache.hadoop.hdfs.web.WebHdfsFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Custom types and policies by WebHDFS: its client, and its REST calls as curl would make them. */
class WebHdfsTest {
  @TempDir static File folder;
  private static TieredMiniCluster cluster;
  private static WebHdfsFileSystem web;

  @BeforeAll
  static void start() throws Exception {
    cluster = new TieredMiniCluster(folder);
    URI uri = URI.create(cluster.dfs.getHttpUri(0));
    web =
        (WebHdfsFileSystem)
            FileSystem.newInstance(
                URI.create("webhdfs://" + uri.getHost() + ":" + uri.getPort()),
                cluster.dfs.getConfiguration(0));
  }

  @AfterAll
  static void stop() throws Exception {
    web.close();
    cluster.close();
  }

  /** What a REST call answers. */
  private static String call(String method, String path, String operation) throws Exception {
    String user = System.getProperty("user.name");
    URI uri =
        URI.create(
            cluster.dfs.getHttpUri(0)
                + "/webhdfs/v1"
                + path
                + "?user.name="
                + user
                + "&op="
                + operation);
    HttpRequest request =
        HttpRequest.newBuilder(uri).method(method, HttpRequest.BodyPublishers.noBody()).build();
    HttpResponse<String> answer =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as("%s: %s", uri, answer.body()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void policiesAreListedSetReadAndUnset() throws Exception {
    Path directory = new Path("/policy");
    web.mkdirs(directory);

    assertThat(web.getAllStoragePolicies())
        .extracting(policy -> policy.getName())
        .contains("HOT", "ALL_RAMDISK", "ONE_RAMDISK");
    web.setStoragePolicy(directory, "ONE_RAMDISK");
    assertThat(web.getStoragePolicy(directory).getName()).isEqualTo("ONE_RAMDISK");
    assertThat(web.getStoragePolicy(directory).getStorageTypes())
        .containsExactly(RAMDISK, StorageType.DISK);
    web.unsetStoragePolicy(directory);
    assertThat(web.getStoragePolicy(directory).getName()).isEqualTo("HOT");

    call("PUT", "/policy", "SETSTORAGEPOLICY&storagepolicy=ALL_RAMDISK");
    assertThat(call("GET", "/policy", "GETSTORAGEPOLICY"))
        .contains("\"name\":\"ALL_RAMDISK\"")
        .contains("\"tiered.storageTypes\":[\"RAMDISK\"]")
        .contains("\"creationFallbacks\":[\"SSD\",\"DISK\"]");
    assertThat(call("GET", "/", "GETALLSTORAGEPOLICY")).contains("ONE_RAMDISK").contains("HOT");
  }

  @Test
  void filesAreWrittenAndReadByTheirPolicy() throws Exception {
    Path directory = cluster.directory("written", "ALL_RAMDISK");
    Path file = new Path(directory, "file");

    DFSTestUtil.createFile(web, file, 2L * BLOCK_BYTES, (short) 3, 7);
    DFSTestUtil.waitReplication(cluster.fs, file, (short) 3);

    assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("RAMDISK", 6));
    assertThat(DFSTestUtil.readFileAsBytes(web, file))
        .isEqualTo(DFSTestUtil.readFileAsBytes(cluster.fs, file));
  }

  @Test
  void locationsNameTheTypes() throws Exception {
    Path file = cluster.file(cluster.directory("where", "ONE_RAMDISK"), 1);

    BlockLocation[] locations = web.getFileBlockLocations(file, 0, BLOCK_BYTES);
    assertThat(typesOf(locations[0])).containsExactly("DISK", "DISK", "RAMDISK");
    assertThat(call("GET", file.toString(), "GETFILEBLOCKLOCATIONS"))
        .contains("\"RAMDISK\"")
        .contains("\"DISK\"");
    assertThat(call("GET", file.toString(), "GET_BLOCK_LOCATIONS"))
        .contains("\"RAMDISK\"")
        .contains("\"DISK\"");
  }

  private static List<String> typesOf(BlockLocation location) {
    return Arrays.stream(location.getStorageTypes()).map(StorageType::name).sorted().toList();
  }

  @Test
  void quotasByCustomTypeAreSetReadAndEnforced() throws Exception {
    Path directory = cluster.directory("quota", "ALL_RAMDISK");
    web.setQuotaByStorageType(directory, RAMDISK, 6L * BLOCK_BYTES);
    DFSTestUtil.createFile(web, new Path(directory, "two"), 2L * BLOCK_BYTES, (short) 3, 7);

    assertThat(cluster.fs.getQuotaUsage(directory).getTypeQuota(RAMDISK))
        .isEqualTo(6L * BLOCK_BYTES);
    assertThat(web.getQuotaUsage(directory).getTypeQuota(RAMDISK)).isEqualTo(6L * BLOCK_BYTES);
    assertThat(web.getQuotaUsage(directory).getTypeConsumed(RAMDISK)).isEqualTo(6L * BLOCK_BYTES);
    assertThat(web.getContentSummary(directory).getTypeConsumed(RAMDISK))
        .isEqualTo(6L * BLOCK_BYTES);
    assertThatThrownBy(
            () -> DFSTestUtil.createFile(web, new Path(directory, "more"), 10, (short) 3, 7))
        .isInstanceOf(QuotaByStorageTypeExceededException.class)
        .hasMessageContaining("Quota by storage type : RAMDISK on path : /quota is exceeded");
    assertThat(call("GET", "/quota", "GETQUOTAUSAGE"))
        .contains("\"RAMDISK\":{\"consumed\":" + 6 * BLOCK_BYTES + ",\"quota\":" + 6 * BLOCK_BYTES);
    call("PUT", "/quota", "SETQUOTABYSTORAGETYPE&storagetype=RAMDISK&storagespacequota=-1");
    assertThat(cluster.fs.getQuotaUsage(directory).getTypeQuota(RAMDISK)).isEqualTo(-1);
  }
}
