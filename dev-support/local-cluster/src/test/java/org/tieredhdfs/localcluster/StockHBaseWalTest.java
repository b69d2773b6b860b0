package org.tieredhdfs.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;

/** The write-ahead log of HBase without our jars, on an HDFS of ours, on real daemons. */
@Tag("slow")
@Timeout(900)
class StockHBaseWalTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final TableName TABLE = TableName.valueOf("t");
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 200;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Pattern BLOCK =
      Pattern.compile("^\\d+\\. \\S+:(blk_\\d+)_.*$", Pattern.MULTILINE);
  private static final Pattern REPLICA =
      Pattern.compile("DatanodeInfoWithStorage\\[[^,\\]]+:(\\d+),[^,\\]]+,([A-Z0-9_]+)]");

  private int rows;

  private static ClusterSpec.Builder spec(Path directory, boolean tokens) throws IOException {
    return ClusterSpec.builder(directory.resolve("c"), ClassPaths.built(HOME))
        .dataNodes(4)
        .regionServers(2)
        .layout(VolumeLayout.parse("RAMDISK=1,DISK=1"))
        .setting("dfs.block.access.token.enable", Boolean.toString(tokens))
        .setting("zookeeper.session.timeout", "10000");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void itLiesInMemoryWhateverDies(boolean tokens, @TempDir Path directory) throws Exception {
    ClusterSpec ours =
        spec(directory, tokens)
            .setting(
                "dfs.datanode.fsdataset.factory",
                "org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory")
            .build();
    try (LocalCluster cluster = new LocalCluster(ours, Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      for (String provider : List.of("asyncfs", "filesystem")) {
        ClusterSpec stock =
            spec(directory, tokens)
                .stock(true)
                .setting("hbase.wal.provider", provider)
                .setting("hbase.wal.storage.policy", "ALL_RAMDISK")
                .build();
        StockHBase hbase = StockHBase.start(stock, view.record());
        try {
          live(view, cluster.control(Progress.silent()), hbase);
        } finally {
          hbase.end();
        }
      }
    }
  }

  private void live(ClusterView view, DaemonControl daemons, StockHBase hbase) throws Exception {
    Configuration conf = view.hbaseConf();
    conf.setInt("hbase.client.retries.number", 100);
    try (Connection connection = ConnectionFactory.createConnection(conf);
        Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(TABLE)) {
        admin.createTable(
            TableDescriptorBuilder.newBuilder(TABLE)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
                .build(),
            new byte[][] {Bytes.toBytes(1), Bytes.toBytes(2)});
      }
      write(connection);
      assertLogsInMemory(view);

      StockHBase.kill(hbase.regionServers().get(0));
      write(connection);
      assertThat(count(connection)).isEqualTo(rows);
      assertLogsInMemory(view);

      String node = nodeOfALog(view, daemons);
      daemons.kill(node);
      write(connection);
      assertThat(count(connection)).isEqualTo(rows);
      assertLogsInMemory(view);
      daemons.start(node);
    }
  }

  private void write(Connection connection) throws IOException {
    try (Table table = connection.getTable(TABLE)) {
      for (int i = 0; i < ROWS; i++) {
        byte[] row = Bytes.add(Bytes.toBytes(i % 3), Bytes.toBytes(rows++));
        table.put(new Put(row).addColumn(FAMILY, FAMILY, row));
      }
    }
  }

  private static int count(Connection connection) throws IOException {
    int count = 0;
    try (Table table = connection.getTable(TABLE);
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result result : scanner) {
        assertThat(result.getValue(FAMILY, FAMILY)).isEqualTo(result.getRow());
        count++;
      }
    }
    return count;
  }

  private static String fsck(ClusterView view) throws Exception {
    URI uri =
        URI.create(
            String.format(
                "http://%s/fsck?ugi=%s&path=/hbase/WALs&files=1&blocks=1&locations=1&openforwrite=1",
                view.record().nameNodeHttp(), System.getProperty("user.name")));
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).timeout(LIMIT).build(), BodyHandlers.ofString())
        .body();
  }

  /** By fsck, as soon as all DataNodes have told; and by the files on the volumes. */
  private static void assertLogsInMemory(ClusterView view) throws Exception {
    long endNs = System.nanoTime() + LIMIT.toNanos();
    String page = fsck(view);
    while (!types(page).equals(Set.of("RAMDISK")) && System.nanoTime() < endNs) {
      Thread.sleep(200);
      page = fsck(view);
    }
    assertThat(types(page)).as(page).containsExactly("RAMDISK");
    Set<String> blocks = new HashSet<>();
    Matcher block = BLOCK.matcher(page);
    while (block.find()) {
      blocks.add(block.group(1));
    }
    assertThat(blocks).isNotEmpty();
    assertThat(onDisk(view)).doesNotContainAnyElementsOf(blocks);
  }

  private static Set<String> types(String page) {
    Set<String> types = new TreeSet<>();
    Matcher replica = REPLICA.matcher(page);
    while (replica.find()) {
      types.add(replica.group(2));
    }
    return types;
  }

  /** The names of all replicas on volumes of DISK. */
  private static List<String> onDisk(ClusterView view) throws IOException {
    List<String> names = new ArrayList<>();
    for (ClusterStatus.VolumeStatus volume : view.status().volumes()) {
      if (volume.storageType().equals("DISK")) {
        try (Stream<Path> files = Files.walk(Path.of(volume.path()))) {
          files.map(file -> file.getFileName().toString()).forEach(names::add);
        }
      }
    }
    return names;
  }

  /** The name of a DataNode that has a replica of a log. */
  private static String nodeOfALog(ClusterView view, DaemonControl daemons) throws Exception {
    Matcher replica = REPLICA.matcher(fsck(view));
    assertThat(replica.find()).isTrue();
    String port = replica.group(1);
    for (String name : daemons.names(Role.DATANODE)) {
      if (view.dataNode(name).transferPort() == Integer.parseInt(port)) {
        return name;
      }
    }
    throw new AssertionError("no DataNode listens on port " + port);
  }
}
