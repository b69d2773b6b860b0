package org.tieredhdfs.localcluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;
import org.tieredhdfs.localcluster.spec.Role;

/** HBase's data after our jar and keys were taken out, on real daemons. */
@Tag("slow")
@Timeout(600)
class StockHBaseAfterwardsTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final List<TableName> TABLES =
      List.of(TableName.valueOf("plain"), TableName.valueOf("tracked"), TableName.valueOf("mobs"));
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 300;
  private static final int VALUE_BYTES = 1000;
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private static ClusterSpec.Builder spec(Path directory) throws IOException {
    return ClusterSpec.builder(directory.resolve("c"), ClassPaths.built(HOME))
        .dataNodes(1)
        .layout(VolumeLayout.parse("SSD=1,DISK=1,ARCHIVE=1"))
        .setting("zookeeper.session.timeout", "10000")
        .setting("hbase.hfile.compaction.discharger.interval", "1000");
  }

  @Test
  void stockHBaseReadsAndCompactsAllRows(@TempDir Path directory) throws Exception {
    ClusterSpec ours =
        spec(directory)
            .setting("dfs.tiered.storage.builtin-policies", "false")
            .setting("hbase.tiered.wal.policy", "ALL_SSD")
            .setting("hbase.tiered.flush.policy", "ALL_SSD")
            .setting("hbase.tiered.compaction.small.policy", "HOT")
            .setting("hbase.tiered.compaction.policy", "COLD")
            .setting("hbase.tiered.mob.policy", "COLD")
            .setting("hbase.tiered.archive.policy", "COLD")
            .build();
    try (LocalCluster cluster = new LocalCluster(ours, Progress.silent())) {
      ClusterView view = cluster.startHdfs();
      cluster.startHbase();
      try (Connection connection = ConnectionFactory.createConnection(view.hbaseConf());
          Admin admin = connection.getAdmin()) {
        create(admin);
        for (TableName name : TABLES) {
          write(connection, name, 0);
          admin.flush(name);
          write(connection, name, ROWS);
          admin.flush(name);
          compact(admin, name);
          // left in the log for stock HBase to replay
          write(connection, name, 2 * ROWS);
        }
      }
      end(view);
      ClusterSpec stock = spec(directory).stock(true).build();
      StockHBase.start(stock, view.record());
      try (Connection connection = ConnectionFactory.createConnection(view.hbaseConf());
          Admin admin = connection.getAdmin()) {
        assertThat(view.hbaseConf().get("hbase.hstore.engine.class")).isNull();
        for (TableName name : TABLES) {
          assertThat(count(connection, name)).as("%s", name).isEqualTo(3 * ROWS);
          write(connection, name, 3 * ROWS);
          admin.flush(name);
          compact(admin, name);
          assertThat(count(connection, name)).as("%s", name).isEqualTo(4 * ROWS);
        }
      }
    }
  }

  private static void create(Admin admin) throws IOException {
    for (TableName name : TABLES) {
      TableDescriptorBuilder table =
          TableDescriptorBuilder.newBuilder(name)
              .setValue("hbase.tiered.flush.policy", "ALL_SSD")
              .setColumnFamily(
                  ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                      .setMobEnabled(name.getNameAsString().equals("mobs"))
                      .setMobThreshold(100)
                      .setConfiguration("hbase.tiered.compaction.small.max.size", "100k")
                      .build());
      if (name.getNameAsString().equals("tracked")) {
        table.setValue("hbase.store.file-tracker.impl", "FILE");
      }
      admin.createTable(table.build());
    }
  }

  private static void write(Connection connection, TableName name, int firstRow)
      throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int row = firstRow; row < firstRow + ROWS; row++) {
      byte[] value = new byte[VALUE_BYTES];
      java.util.Arrays.fill(value, (byte) row);
      puts.add(new Put(Bytes.toBytes(row)).addColumn(FAMILY, FAMILY, value));
    }
    try (Table table = connection.getTable(name)) {
      table.put(puts);
    }
  }

  /** How many rows there are, each with the value that was written. */
  private static int count(Connection connection, TableName name) throws IOException {
    int count = 0;
    try (Table table = connection.getTable(name);
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result result : scanner) {
        byte[] value = result.getValue(FAMILY, FAMILY);
        assertThat(value).hasSize(VALUE_BYTES).containsOnly((byte) Bytes.toInt(result.getRow()));
        count++;
      }
    }
    return count;
  }

  private static void compact(Admin admin, TableName name) throws Exception {
    admin.majorCompact(name);
    Thread.sleep(1000);
    long endNs = System.nanoTime() + LIMIT.toNanos();
    while (admin.getCompactionState(name) != CompactionState.NONE) {
      assertThat(System.nanoTime()).as("time limit of a compaction").isLessThan(endNs);
      Thread.sleep(200);
    }
  }

  /** Ends HBase's processes as a crash does. */
  private static void end(ClusterView view) throws IOException {
    for (ClusterStatus.DaemonStatus daemon : view.status().daemons()) {
      if (List.of(Role.HMASTER.title(), Role.REGIONSERVER.title()).contains(daemon.role())) {
        ProcessHandle process = ProcessHandle.of(daemon.pid()).orElseThrow();
        process.destroyForcibly();
        process.onExit().join();
      }
    }
  }
}
