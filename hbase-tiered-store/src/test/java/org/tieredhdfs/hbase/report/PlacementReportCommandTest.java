package org.tieredhdfs.hbase.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hbase.TieredHBase;

class PlacementReportCommandTest {
  private static final TableName TABLE = TableName.valueOf("reported");
  private static final TableName MOBS = TableName.valueOf("mobs");
  private static final byte[] FAMILY = Bytes.toBytes("f");

  private static TieredHBase hbase;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    hbase =
        new TieredHBase(
            directory,
            Map.of(
                "hbase.tiered.flush.policy", "ALL_SSD",
                "hbase.tiered.mob.policy", "COLD"));
    try (Admin admin = hbase.connection().getAdmin();
        Table table = hbase.connection().getTable(TABLE)) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(TABLE)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build());
      for (int round = 0; round < 2; round++) {
        table.put(new Put(Bytes.toBytes(round)).addColumn(FAMILY, FAMILY, new byte[5000]));
        admin.flush(TABLE);
      }
      hbase.onlyRegion(TABLE).compact(true);
      table.put(new Put(Bytes.toBytes(9)).addColumn(FAMILY, FAMILY, new byte[5000]));
      admin.flush(TABLE);
      for (var store : hbase.onlyRegion(TABLE).getStores()) {
        store.closeAndArchiveCompactedFiles();
      }
      makeMobs(admin);
    }
  }

  private static void makeMobs(Admin admin) throws IOException {
    admin.createTable(
        TableDescriptorBuilder.newBuilder(MOBS)
            .setColumnFamily(
                ColumnFamilyDescriptorBuilder.newBuilder(FAMILY)
                    .setMobEnabled(true)
                    .setMobThreshold(100)
                    .build())
            .build());
    try (Table table = hbase.connection().getTable(MOBS)) {
      table.put(new Put(FAMILY).addColumn(FAMILY, FAMILY, new byte[5000]));
      admin.flush(MOBS);
    }
  }

  @AfterAll
  static void stop() throws IOException {
    hbase.close();
  }

  private int run(Configuration conf, String... arguments) throws IOException {
    PlacementReportCommand command =
        new PlacementReportCommand(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    command.setConf(conf);
    return command.run(arguments);
  }

  @Test
  void bytesAreShownByClassAndStorageType() throws IOException {
    assertThat(run(hbase.conf(), "reported", "--json")).isZero();

    JsonNode rows = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
    assertThat(rows.at("/placement/0/fileClass").asText()).isEqualTo("flushed");
    assertThat(rows.at("/placement/0/files").asInt()).isEqualTo(1);
    assertThat(rows.at("/placement/0/bytes/SSD").asLong()).isPositive();
    assertThat(rows.at("/placement/1/fileClass").asText()).isEqualTo("compacted");
    assertThat(rows.at("/placement/1/bytes/DISK").asLong()).isGreaterThan(10_000);
    assertThat(rows.at("/placement/1/bytesOutOfPlace").asLong()).isZero();
  }

  @Test
  void mobFilesAreShownBesideTheFilesThatReferToThem() throws IOException {
    assertThat(run(hbase.conf(), "mobs", "--json")).isZero();

    JsonNode rows = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
    assertThat(rows.at("/placement/0/fileClass").asText()).isEqualTo("flushed");
    assertThat(rows.at("/placement/1/fileClass").asText()).isEqualTo("mob");
    assertThat(rows.at("/placement/1/bytes/ARCHIVE").asLong()).isGreaterThan(5_000);
  }

  @Test
  void archivedFilesAreOutOfPlaceOnceTheyAreDue() throws IOException {
    Configuration archive = new Configuration(hbase.conf());
    archive.set("hbase.tiered.archive.policy", "COLD");
    assertThat(run(archive, "reported", "--json")).isZero();
    JsonNode early = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
    assertThat(early.at("/placement/2/fileClass").asText()).isEqualTo("archived");
    assertThat(early.at("/placement/2/files").asInt()).isEqualTo(2);
    assertThat(early.at("/placement/2/bytesOutOfPlace").asLong()).isZero();

    out.reset();
    archive.set("hbase.tiered.archive.min.age", "1ms");
    assertThat(run(archive, "reported", "--json")).isEqualTo(1);
    JsonNode due = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
    assertThat(due.at("/placement/2/bytes/SSD").asLong()).isGreaterThan(10_000);
    assertThat(due.at("/placement/2/bytesOutOfPlace").asLong())
        .isEqualTo(due.at("/placement/2/bytes/SSD").asLong());
  }

  @Test
  void whatLiesElsewhereThanConfiguredIsOutOfPlace() throws IOException {
    Configuration other = new Configuration(hbase.conf());
    other.set("hbase.tiered.flush.policy", "COLD");

    assertThat(run(other, "reported")).isEqualTo(1);
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("flushed", "SSD", "OUT OF PLACE");
  }

  @Test
  void aReplicaOnATypeOfWhichThePolicyWantsFewerIsOutOfPlaceAsInTheServersMetrics()
      throws IOException {
    Configuration other = new Configuration(hbase.conf());
    // of one replica none is wanted on DISK, although the policy names it
    other.set("hbase.tiered.compaction.policy", "ONE_SSD");

    assertThat(run(other, "reported", "--json")).isEqualTo(1);
    JsonNode rows = new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8));
    assertThat(rows.at("/placement/1/fileClass").asText()).isEqualTo("compacted");
    assertThat(rows.at("/placement/1/bytes/DISK").asLong()).isPositive();
    assertThat(rows.at("/placement/1/bytesOutOfPlace").asLong())
        .isEqualTo(rows.at("/placement/1/bytes/DISK").asLong());
  }

  @Test
  void severalTablesAreReportedTogether() throws Exception {
    assertThat(run(hbase.conf(), "reported", "mobs")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8)).contains("TABLE reported", "TABLE mobs");
    out.reset();
    assertThat(run(hbase.conf(), "reported", "nosuch", "mobs", "--json")).isEqualTo(2);
    JsonNode tables =
        new ObjectMapper().readTree(out.toString(StandardCharsets.UTF_8)).at("/tables");
    assertThat(tables).hasSize(2);
    assertThat(tables.at("/1/table").asText()).isEqualTo("mobs");
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("nosuch: no such table");
  }

  @Test
  void unknownTablesAndOptionsAreRefused() throws IOException {
    assertThat(run(hbase.conf(), "nosuch")).isEqualTo(2);
    assertThat(run(hbase.conf(), "reported", "--yaml")).isEqualTo(2);
    assertThat(run(hbase.conf())).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .contains("nosuch: no such table", "--yaml: unknown option", "Usage:");
  }
}
