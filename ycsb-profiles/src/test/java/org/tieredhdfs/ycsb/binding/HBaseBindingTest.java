package org.tieredhdfs.ycsb.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.tieredhdfs.ycsb.testing.LocalHBase;
import org.tieredhdfs.ycsb.testing.LocalHBaseExtension;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.TextMeasurementsExporter;

/** The binding on a real HBase: what it writes is looked at with a client of its own. */
@ExtendWith(LocalHBaseExtension.class)
@Timeout(120)
class HBaseBindingTest {

  private static final String TABLE = "bindingtest";
  private static final String FAMILY = "f";

  private final LocalHBase hbase;
  private final Connection admin;
  private final List<HBaseBinding> open = new ArrayList<>();

  HBaseBindingTest(LocalHBase hbase) throws IOException {
    this.hbase = hbase;
    this.admin = ConnectionFactory.createConnection(hbase.clientConf());
  }

  @BeforeEach
  void createTable() throws IOException {
    Measurements.setProperties(new Properties());
    assertThat(new TableSetup(admin).createIfAbsent(TableLayout.of(TABLE, FAMILY, 3))).isTrue();
  }

  @AfterEach
  void dropTable() throws Exception {
    for (HBaseBinding binding : open) {
      binding.cleanup();
    }
    new TableSetup(admin).drop(TABLE);
    admin.close();
  }

  private Properties properties() {
    Properties properties = hbase.clientProperties();
    properties.setProperty("table", TABLE);
    properties.setProperty("columnfamily", FAMILY);
    // the code of the tests' own process is none of the binding's business
    properties.setProperty("exitonfailure", "false");
    return properties;
  }

  private static HBaseBinding binding(Properties properties) throws DBException {
    HBaseBinding binding = new HBaseBinding();
    binding.setProperties(properties);
    binding.init();
    return binding;
  }

  private HBaseBinding started(Properties properties) throws DBException {
    HBaseBinding binding = binding(properties);
    open.add(binding);
    return binding;
  }

  private static Map<String, ByteIterator> fields(String... namesAndValues) {
    Map<String, ByteIterator> fields = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put(namesAndValues[i], new StringByteIterator(namesAndValues[i + 1]));
    }
    return fields;
  }

  private static Map<String, String> texts(Map<String, ByteIterator> record) {
    Map<String, String> texts = new TreeMap<>();
    record.forEach((field, value) -> texts.put(field, value.toString()));
    return texts;
  }

  private static Map<String, String> read(HBaseBinding binding, String key) {
    Map<String, ByteIterator> record = new HashMap<>();
    assertThat(binding.read(TABLE, key, null, record)).isSameAs(Status.OK);
    return texts(record);
  }

  @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's own signature
  private static List<HashMap<String, ByteIterator>> scan(
      HBaseBinding binding, String startKey, int count, @Nullable Set<String> fields) {
    Vector<HashMap<String, ByteIterator>> records = new Vector<>();
    assertThat(binding.scan(TABLE, startKey, count, fields, records)).isSameAs(Status.OK);
    return records;
  }

  private long rows() throws IOException {
    long rows = 0;
    try (Table table = admin.getTable(TableName.valueOf(TABLE));
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows++;
      }
    }
    return rows;
  }

  @Test
  void whatIsInsertedIsReadBack() throws Exception {
    HBaseBinding binding = started(properties());

    assertThat(binding.insert(TABLE, "user1", fields("field0", "a", "field1", "b")))
        .isSameAs(Status.OK);

    assertThat(read(binding, "user1")).containsExactly(entry("field0", "a"), entry("field1", "b"));
    assertThat(rows()).isEqualTo(1);
  }

  @Test
  void aReadOfSomeFieldsGetsThoseAlone() throws Exception {
    HBaseBinding binding = started(properties());
    binding.insert(TABLE, "user1", fields("field0", "a", "field1", "b"));

    Map<String, ByteIterator> record = new HashMap<>();
    assertThat(binding.read(TABLE, "user1", Set.of("field1"), record)).isSameAs(Status.OK);
    assertThat(texts(record)).containsExactly(entry("field1", "b"));
  }

  @Test
  void aReadOfAnAbsentRecordIsNotFound() throws Exception {
    HBaseBinding binding = started(properties());
    Map<String, ByteIterator> record = new HashMap<>();

    assertThat(binding.read(TABLE, "user-none", null, record)).isSameAs(Status.NOT_FOUND);
    assertThat(record).isEmpty();
  }

  @Test
  void anUpdateChangesItsFieldsAndLeavesTheOthers() throws Exception {
    HBaseBinding binding = started(properties());
    binding.insert(TABLE, "user1", fields("field0", "a", "field1", "b"));

    assertThat(binding.update(TABLE, "user1", fields("field1", "new"))).isSameAs(Status.OK);

    assertThat(read(binding, "user1"))
        .containsExactly(entry("field0", "a"), entry("field1", "new"));
  }

  @Test
  void aScanGetsAsManyRecordsAsAskedForInOrderFromItsStartAcrossRegions() throws Exception {
    HBaseBinding binding = started(properties());
    for (int i = 100; i < 1000; i += 10) {
      binding.insert(TABLE, "user" + i, fields("field0", "v" + i, "field1", "x"));
    }

    List<HashMap<String, ByteIterator>> records = scan(binding, "user300", 50, Set.of("field0"));

    assertThat(records).hasSize(50);
    assertThat(texts(records.get(0))).containsExactly(entry("field0", "v300"));
    assertThat(texts(records.get(49))).containsExactly(entry("field0", "v790"));
  }

  @Test
  void aScanBeyondTheLastRecordGetsWhatIsThere() throws Exception {
    HBaseBinding binding = started(properties());
    binding.insert(TABLE, "user5", fields("field0", "a", "field1", "b"));

    List<HashMap<String, ByteIterator>> records = scan(binding, "user1", 1000, null);
    assertThat(records).hasSize(1);
    assertThat(texts(records.get(0))).containsOnlyKeys("field0", "field1");
  }

  @Test
  void aDeletedRecordIsGone() throws Exception {
    HBaseBinding binding = started(properties());
    binding.insert(TABLE, "user1", fields("field0", "a", "field1", "b"));
    binding.update(TABLE, "user1", fields("field0", "again"));

    assertThat(binding.delete(TABLE, "user1")).isSameAs(Status.OK);

    assertThat(binding.read(TABLE, "user1", null, new HashMap<>())).isSameAs(Status.NOT_FOUND);
    assertThat(rows()).isZero();
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
  void aBufferedWriteThatIsRefusedFailsAloneAndIsNotLostSilently() throws Exception {
    Properties properties = properties();
    properties.setProperty("clientbuffering", "true");
    properties.setProperty("hbase.client.keyvalue.maxsize", "5000");
    HBaseBinding binding = binding(properties);
    long before = errorsOf("UPDATE");

    binding.insert(TABLE, "user1", fields("field0", "small"));
    binding.update(TABLE, "user2", fields("field0", "x".repeat(6000)));
    binding.insert(TABLE, "user3", fields("field0", "small"));

    assertThatThrownBy(binding::cleanup)
        .isInstanceOf(DBException.class)
        .hasMessageContaining("1 buffered writes were lost")
        .hasMessageContaining("KeyValue size too large");
    assertThat(rows()).isEqualTo(2);
    assertThat(errorsOf("UPDATE")).isEqualTo(before + 1);
  }

  @Test
  void bufferedWritesThatTheServerRefusesFailTheWriteThatSendsThem() throws Exception {
    Properties properties = properties();
    properties.setProperty("clientbuffering", "true");
    properties.setProperty("writebuffersize", "10000");
    properties.setProperty("operationtimeoutms", "3000");
    properties.setProperty("hbase.client.retries.number", "1");
    HBaseBinding binding = binding(properties);
    long before = errorsOf("INSERT");
    try (Admin tables = admin.getAdmin()) {
      tables.disableTable(TableName.valueOf(TABLE));
    }

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
  void writesThatMeetALostConnectionAreSentOnANewOne() throws Exception {
    Properties properties = properties();
    properties.setProperty("clientbuffering", "true");
    HBaseBinding buffered = binding(properties);
    HBaseBinding direct = started(properties());
    for (int i = 0; i < 50; i++) {
      buffered.insert(TABLE, "user" + i, fields("field0", "v"));
    }

    loseConnection(direct);
    assertThat(direct.insert(TABLE, "userdirect", fields("field0", "v"))).isSameAs(Status.OK);
    loseConnection(direct);
    buffered.cleanup();

    assertThat(rows()).isEqualTo(51);
    assertThat(read(direct, "user49")).containsExactly(entry("field0", "v"));
  }

  @Test
  void scansAndReadsSurviveALostConnection() throws Exception {
    HBaseBinding binding = started(properties());
    binding.insert(TABLE, "user1", fields("field0", "a"));

    loseConnection(binding);
    assertThat(read(binding, "user1")).hasSize(1);
    loseConnection(binding);
    List<HashMap<String, ByteIterator>> records = scan(binding, "user1", 5, null);
    assertThat(records).hasSize(1);
    loseConnection(binding);
    assertThat(binding.delete(TABLE, "user1")).isSameAs(Status.OK);
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
      assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNs)).isLessThan(15_000);
    } finally {
      hbase.startServers();
    }

    assertThat(binding.insert(TABLE, "user2", fields("field0", "b"))).isSameAs(Status.OK);
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
      properties.setProperty("connecttimeoutms", "2000");

      long startedNs = System.nanoTime();
      assertThatThrownBy(() -> binding(properties))
          .isInstanceOf(DBException.class)
          .hasMessageContaining("cannot use HBase at ZooKeeper 127.0.0.1, port " + port)
          .hasMessageContaining("no answer within 2000 ms");
      assertThat(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNs)).isLessThan(10_000);
    }
  }

  @Test
  void threadsShareOneConnectionAndTheLastOneClosesIt() throws Exception {
    HBaseBinding first = binding(properties());
    HBaseBinding second = binding(properties());
    Connection shared = first.connection();

    assertThat(second.connection()).isSameAs(shared);
    first.cleanup();
    assertThat(shared.isClosed()).isFalse();
    second.cleanup();
    assertThat(shared.isClosed()).isTrue();
  }

  @Test
  void aTableThatIsThereIsLeftAsItIs() throws Exception {
    started(properties()).insert(TABLE, "user1", fields("field0", "kept"));
    TableSetup setup = new TableSetup(admin);

    assertThat(setup.createIfAbsent(TableLayout.of(TABLE, FAMILY, 9))).isFalse();
    assertThat(rows()).isEqualTo(1);
    try (Admin tables = admin.getAdmin()) {
      assertThat(tables.getRegions(TableName.valueOf(TABLE))).hasSize(3);
    }
    assertThatThrownBy(() -> setup.createIfAbsent(TableLayout.of(TABLE, "other", 1)))
        .hasMessageContaining("without the column family 'other'");
    assertThat(setup.drop("nosuchtable")).isFalse();
  }

  private static void loseConnection(HBaseBinding binding) throws IOException {
    binding.connection().close();
  }

  private static long errorsOf(String operation) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TextMeasurementsExporter exporter = new TextMeasurementsExporter(out);
    Measurements.getMeasurements().exportMeasurements(exporter);
    exporter.close();
    String prefix = "[" + operation + "], Return=ERROR, ";
    return out.toString(StandardCharsets.UTF_8)
        .lines()
        .filter(line -> line.startsWith(prefix))
        .mapToLong(line -> Long.parseLong(line.substring(prefix.length()).trim()))
        .sum();
  }
}
