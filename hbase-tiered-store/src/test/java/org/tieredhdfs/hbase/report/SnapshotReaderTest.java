package org.tieredhdfs.hbase.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.DateTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.regionserver.StripeStoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hbase.TieredDateTieredStoreEngine;
import org.tieredhdfs.hbase.TieredHBase;
import org.tieredhdfs.hbase.TieredRegionObserver;
import org.tieredhdfs.hbase.TieredStoreEngine;
import org.tieredhdfs.hbase.TieredStripeStoreEngine;

/** Snapshots, read by a process that has Apache HBase and Hadoop alone. */
class SnapshotReaderTest {
  private static final String ENGINE = StoreEngine.STORE_ENGINE_CLASS_KEY;
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int ROWS = 20;

  private static TieredHBase hbase;
  private static Admin admin;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    hbase = new TieredHBase(directory, Map.of("hbase.tiered.flush.policy", "ALL_SSD"));
    admin = hbase.connection().getAdmin();
  }

  @AfterAll
  static void stop() throws Exception {
    admin.close();
    hbase.close();
  }

  private static TableDescriptorBuilder table(String name) {
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(name))
        .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY));
  }

  private static void create(TableDescriptor descriptor) throws IOException {
    admin.createTable(descriptor);
    try (Table table = hbase.connection().getTable(descriptor.getTableName())) {
      for (int row = 0; row < ROWS; row++) {
        table.put(new Put(Bytes.toBytes(row)).addColumn(FAMILY, FAMILY, new byte[100]));
      }
    }
    admin.flush(descriptor.getTableName());
  }

  /** What a process prints that has no class of this project but the one that reads. */
  private static String read(String table, String snapshot) throws Exception {
    admin.snapshot(snapshot, TableName.valueOf(table));
    List<String> classPath = new ArrayList<>();
    Path own =
        Path.of(SnapshotRows.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path path = Path.of(entry);
      try (URLClassLoader alone = new URLClassLoader(new URL[] {path.toUri().toURL()}, null)) {
        if (path.equals(own) || alone.findResource("org/tieredhdfs") == null) {
          classPath.add(entry);
        }
      }
    }
    Process reader =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                String.join(File.pathSeparator, classPath),
                SnapshotRows.class.getName(),
                hbase.conf().get("fs.defaultFS"),
                snapshot)
            .redirectErrorStream(true)
            .start();
    String printed = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    reader.waitFor();
    return printed;
  }

  private static String unplug(String... tables) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    PlacementReportCommand command = new PlacementReportCommand(print, print);
    command.setConf(hbase.conf());
    List<String> arguments = new ArrayList<>(List.of("--unplug"));
    arguments.addAll(List.of(tables));
    assertThat(command.run(arguments.toArray(String[]::new))).isZero();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aTableThatIsPlacedByTheServersConfigurationIsReadByAnybody() throws Exception {
    create(table("by-site").build());
    assertThat(read("by-site", "of-site")).endsWith(ROWS + " rows\n");
  }

  @Test
  void aTableThatNamesOurEngineIsReadOnlyAfterThatWasTakenOut() throws Exception {
    create(table("by-name").setValue(ENGINE, TieredStripeStoreEngine.class.getName()).build());
    assertThat(read("by-name", "before"))
        .contains("ClassNotFoundException", TieredStripeStoreEngine.class.getName())
        .doesNotContain(" rows");

    assertThat(unplug("by-name")).isEqualTo("by-name: names no class of this project any more\n");
    assertThat(unplug("by-name")).isEmpty();
    assertThat(read("by-name", "after")).endsWith(ROWS + " rows\n");
  }

  @Test
  void allNamesAreTakenOutOfAllTablesAtOnce() throws Exception {
    create(table("plain").setValue(ENGINE, StripeStoreEngine.class.getName()).build());
    TableDescriptor plain = admin.getDescriptor(TableName.valueOf("plain"));
    ColumnFamilyDescriptor dated =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("dated"))
            .setConfiguration(ENGINE, TieredDateTieredStoreEngine.class.getName())
            .build();
    create(
        table("all")
            .setValue(ENGINE, TieredStoreEngine.class.getName())
            .setValue("hbase.tiered.flush.policy", "HOT")
            .setCoprocessor(TieredRegionObserver.class.getName())
            .setColumnFamily(dated)
            .build());

    assertThat(unplug("--all")).contains("all: names").doesNotContain("plain", "hbase:");
    TableDescriptor unplugged = admin.getDescriptor(TableName.valueOf("all"));
    assertThat(unplugged.toString()).doesNotContain("org.tieredhdfs");
    assertThat(unplugged.getValue(ENGINE)).isNull();
    assertThat(unplugged.getColumnFamily(dated.getName()).getConfigurationValue(ENGINE))
        .isEqualTo(DateTieredStoreEngine.class.getName());
    assertThat(unplugged.getValue("hbase.tiered.flush.policy")).isEqualTo("HOT");
    assertThat(admin.getDescriptor(plain.getTableName())).isEqualTo(plain);
  }
}
