package org.tieredhdfs.ycsb.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.ycsb.testing.LocalHBase;
import site.ycsb.DBException;
import site.ycsb.Status;

/** Buffers, refused writes, absent servers and bad properties, on a real HBase. */
class HBaseBindingFailureTest extends HBaseBindingFixture {

  HBaseBindingFailureTest(LocalHBase hbase) throws IOException {
    super(hbase);
  }

  @Test
  void bufferedWritesWaitAndAreAllThereAfterCleanup() throws Exception {
    Properties properties = properties();
    properties.setProperty("clientbuffering", "true");
    HBaseBinding binding = binding(properties);

    for (int i = 0; i < 100; i++) {
      assertThat(binding.insert(TABLE, "user" + i, fields("field0", "v" + i)))
          .isSameAs(Status.BATCHED_OK);
    }
    assertThat(rows()).isZero();
    binding.update(TABLE, "user0", fields("field0", "changed"));
    binding.delete(TABLE, "user1");
    binding.cleanup();

    assertThat(rows()).isEqualTo(99);
    assertThat(read(started(properties()), "user0")).containsExactly(entry("field0", "changed"));
  }

  @Test
  void aFullBufferIsSentWithoutBeingAsked() throws Exception {
    Properties properties = properties();
    properties.setProperty("clientbuffering", "true");
    properties.setProperty("writebuffersize", "10000");
    HBaseBinding binding = started(properties);

    for (int i = 0; i < 100; i++) {
      binding.insert(TABLE, "user" + i, fields("field0", "x".repeat(1000)));
    }

    assertThat(rows()).isBetween(80L, 99L);
  }

  @Test
  void aWriteThatTheClientRefusesFailsAlone() throws Exception {
    Properties properties = properties();
    properties.setProperty("clientbuffering", "true");
    properties.setProperty("hbase.client.keyvalue.maxsize", "5000");
    HBaseBinding binding = binding(properties);

    binding.insert(TABLE, "user1", fields("field0", "small"));
    assertThat(binding.update(TABLE, "user2", fields("field0", "x".repeat(6000))))
        .isSameAs(Status.ERROR);
    binding.insert(TABLE, "user3", fields("field0", "small"));
    binding.cleanup();

    assertThat(rows()).isEqualTo(2);
  }

  @Test
  void bufferedWritesThatAreLostInTheLastFlushAreErrorsAndSaid() throws Exception {
    HBaseBinding binding = binding(refused("2097152"));
    long before = errorsOf("INSERT");
    for (int i = 0; i < 10; i++) {
      binding.insert(TABLE, "user" + i, fields("field0", "x"));
    }
    disableTable();

    assertThatThrownBy(binding::cleanup)
        .isInstanceOf(DBException.class)
        .hasMessageContaining("10 buffered writes were lost");
    assertThat(errorsOf("INSERT")).isEqualTo(before + 10);
  }

  /** Properties with which a write to a table that is disabled fails soon. */
  private Properties refused(String bufferBytes) {
    Properties properties = properties();
    properties.setProperty("clientbuffering", "true");
    properties.setProperty("writebuffersize", bufferBytes);
    properties.setProperty("operationtimeoutms", "3000");
    properties.setProperty("hbase.client.retries.number", "1");
    return properties;
  }

  private void disableTable() throws IOException {
    try (Admin tables = admin.getAdmin()) {
      tables.disableTable(TableName.valueOf(TABLE));
    }
  }

  @Test
  void bufferedWritesThatTheServerRefusesFailTheWriteThatSendsThem() throws Exception {
    HBaseBinding binding = binding(refused("10000"));
    long before = errorsOf("INSERT");
    disableTable();

    int accepted = 0;
    Status status = Status.BATCHED_OK;
    while (status.isOk() && accepted < 1000) {
      status = binding.insert(TABLE, "user" + accepted, fields("field0", "x".repeat(1000)));
      accepted += status.isOk() ? 1 : 0;
    }
    binding.cleanup();

    assertThat(status).isSameAs(Status.ERROR);
    // one of them is the return of the last insert, which YCSB itself counts
    assertThat(errorsOf("INSERT") - before + 1).isEqualTo(accepted + 1);
  }

  @Test
  void operationsGoOnAfterTheServersWereStartedAgain() throws Exception {
    HBaseBinding binding = started(properties());
    binding.insert(TABLE, "user1", fields("field0", "before"));

    hbase.stopServers();
    hbase.startServers();

    assertThat(read(binding, "user1")).containsExactly(entry("field0", "before"));
    assertThat(binding.insert(TABLE, "user2", fields("field0", "after"))).isSameAs(Status.OK);
  }

  @Test
  void withoutServersAnOperationFailsInBoundedTimeAndSucceedsWhenTheyAreBack() throws Exception {
    Properties properties = properties();
    properties.setProperty("operationtimeoutms", "2000");
    HBaseBinding binding = started(properties);
    binding.insert(TABLE, "user1", fields("field0", "a"));

    hbase.stopServers();
    try {
      long startedNs = System.nanoTime();
      assertThat(binding.insert(TABLE, "user2", fields("field0", "b")).isOk()).isFalse();
      assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNs)).isLessThan(60_000);
    } finally {
      hbase.startServers();
    }

    // the master is up before its regions are
    Status status = binding.insert(TABLE, "user2", fields("field0", "b"));
    for (int attempt = 0; attempt < 30 && !status.isOk(); attempt++) {
      status = binding.insert(TABLE, "user2", fields("field0", "b"));
    }
    assertThat(status).isSameAs(Status.OK);
  }

  @Test
  void aMissingTableIsNamedAtStart() {
    Properties properties = properties();
    properties.setProperty("table", "nosuchtable");

    assertThatThrownBy(() -> binding(properties))
        .isInstanceOf(DBException.class)
        .hasMessageContaining("table: 'nosuchtable' does not exist")
        .hasMessageContaining("ZooKeeper 127.0.0.1");
  }

  @Test
  void aMissingColumnFamilyIsNamedAtStartWithThoseThatAreThere() {
    Properties properties = properties();
    properties.setProperty("columnfamily", "other");

    assertThatThrownBy(() -> binding(properties))
        .isInstanceOf(DBException.class)
        .hasMessageContaining("columnfamily: 'other' is not a column family of the table")
        .hasMessageContaining("[f]");
  }

  @Test
  void anUnreachableZooKeeperIsReportedInBoundedTime() throws Exception {
    Properties properties = properties();
    try (ServerSocket taken = new ServerSocket(0)) {
      // accepts connections and never answers
      String port = Integer.toString(taken.getLocalPort());
      properties.setProperty("hbase.zookeeper.property.clientPort", port);
      properties.setProperty("operationtimeoutms", "2000");

      long startedNs = System.nanoTime();
      assertThatThrownBy(() -> binding(properties))
          .isInstanceOf(DBException.class)
          .hasMessageContaining("cannot use HBase at ZooKeeper 127.0.0.1, port " + port);
      assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNs)).isLessThan(60_000);
    }
  }
}
