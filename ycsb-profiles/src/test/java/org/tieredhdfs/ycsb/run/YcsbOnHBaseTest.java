package org.tieredhdfs.ycsb.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.ycsb.binding.TableLayout;
import org.tieredhdfs.ycsb.binding.TableSetup;
import org.tieredhdfs.ycsb.testing.LocalHBase;
import org.tieredhdfs.ycsb.testing.LocalHBaseExtension;

/** The stock client as a process of its own, with our binding, on a real HBase. */
@ExtendWith(LocalHBaseExtension.class)
@Timeout(900)
class YcsbOnHBaseTest {

  private static final String TABLE = "usertable";
  private static final int RECORDS = 2000;

  private final LocalHBase hbase;
  private final Connection connection;
  @TempDir private Path directory;

  YcsbOnHBaseTest(LocalHBase hbase) throws IOException {
    this.hbase = hbase;
    this.connection = ConnectionFactory.createConnection(hbase.clientConf());
  }

  @BeforeEach
  void createTable() throws IOException {
    hbase.writeSite(Files.createDirectories(directory.resolve("conf")));
    new TableSetup(connection).createIfAbsent(TableLayout.of(TABLE, "f", 4));
  }

  @AfterEach
  void dropTable() throws IOException {
    new TableSetup(connection).drop(TABLE);
    connection.close();
  }

  private YcsbSettings settings(YcsbPhase phase, WorkloadProfile profile) {
    return YcsbSettings.of(profile.profileName(), phase, profile, directory)
        .withClassPath(directory.resolve("conf"), System.getProperty("java.class.path"))
        .withRecords(RECORDS)
        .withJvmArgs(List.of("-Xmx256m"))
        .withTimeout(Duration.ofMinutes(4));
  }

  private static YcsbResult run(YcsbSettings settings) throws Exception {
    return new YcsbRun(settings, ProgressListener.NONE).run();
  }

  private long rows() throws IOException {
    long rows = 0;
    try (Table table = connection.getTable(TableName.valueOf(TABLE));
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        assertThat(row.size()).isEqualTo(5);
        assertThat(row.rawCells()[0].getValueLength()).isEqualTo(200);
        rows++;
      }
    }
    return rows;
  }

  @Test
  void aBufferedLoadAndMixesOfAllOperationsRunWithoutErrors() throws Exception {
    load();
    runWithoutErrors(WorkloadProfile.MIX);
    runWithoutErrors(WorkloadProfile.INSERT_SCAN);
    assertThat(rows()).isGreaterThan(RECORDS);
  }

  @Test
  @Tag("slow")
  void theOtherMixesRunWithoutErrors() throws Exception {
    load();
    runWithoutErrors(WorkloadProfile.INSERT_READ);
    runWithoutErrors(WorkloadProfile.UPDATE_SCAN);
    runWithoutErrors(WorkloadProfile.SCAN_INSERT);
  }

  private void load() throws Exception {
    YcsbResult load = run(settings(YcsbPhase.LOAD, WorkloadProfile.LOAD));
    assertThat(load.errors()).isZero();
    assertThat(load.operations())
        .extracting(OperationResult::name)
        .containsExactly("insert", "flush");
    // what a buffered insert costs shows when its buffer is sent, once a thread here
    assertThat(load.operations().get(1).count()).isEqualTo(4);
    assertThat(load.operations().get(1).p50Us()).isGreaterThan(100);
    assertThat(rows()).isEqualTo(RECORDS);
  }

  private void runWithoutErrors(WorkloadProfile profile) throws Exception {
    YcsbResult mix = run(settings(YcsbPhase.RUN, profile).withOperations(400));

    assertThat(mix.errors()).as(profile.profileName()).isZero();
    assertThat(mix.operations().stream().mapToLong(OperationResult::count).sum())
        .as(profile.profileName())
        .isEqualTo(400);
    assertThat(mix.operations()).hasSize(2);
  }

  @Test
  void withoutItsTableALoadSaysSo() {
    assertThatThrownBy(
            () ->
                run(
                    settings(YcsbPhase.LOAD, WorkloadProfile.LOAD)
                        .withProperty("table", "nosuchtable")))
        .isInstanceOf(YcsbException.class)
        .hasMessageContaining("did no operation")
        .hasMessageContaining("table: 'nosuchtable' does not exist");
  }

  @Test
  void writesThatAreRefusedAreErrorsOfTheLoad() throws Exception {
    YcsbSettings settings =
        settings(YcsbPhase.LOAD, WorkloadProfile.LOAD)
            .withProperty("hbase.client.keyvalue.maxsize", "100");

    YcsbResult result = run(settings);

    assertThat(result.errors()).isEqualTo(RECORDS);
    assertThat(result.firstFailure().orElseThrow()).contains("KeyValue size too large");
    assertThat(rows()).isZero();
  }
}
