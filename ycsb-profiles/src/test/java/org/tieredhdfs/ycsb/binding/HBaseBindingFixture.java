package org.tieredhdfs.ycsb.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
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

/**
 * A table on a real HBase, bindings that use it, and a client of its own to look at what they did.
 */
@ExtendWith(LocalHBaseExtension.class)
@Timeout(600)
abstract class HBaseBindingFixture {

  static final String TABLE = "bindingtest";
  static final String FAMILY = "f";

  final LocalHBase hbase;
  final Connection admin;
  private final List<HBaseBinding> open = new ArrayList<>();

  HBaseBindingFixture(LocalHBase hbase) throws IOException {
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

  Properties properties() {
    Properties properties = hbase.clientProperties();
    properties.setProperty("table", TABLE);
    properties.setProperty("columnfamily", FAMILY);
    return properties;
  }

  static HBaseBinding binding(Properties properties) throws DBException {
    HBaseBinding binding = new HBaseBinding();
    binding.setProperties(properties);
    binding.init();
    return binding;
  }

  HBaseBinding started(Properties properties) throws DBException {
    HBaseBinding binding = binding(properties);
    open.add(binding);
    return binding;
  }

  static Map<String, ByteIterator> fields(String... namesAndValues) {
    Map<String, ByteIterator> fields = new HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put(namesAndValues[i], new StringByteIterator(namesAndValues[i + 1]));
    }
    return fields;
  }

  static Map<String, String> texts(Map<String, ByteIterator> record) {
    Map<String, String> texts = new TreeMap<>();
    record.forEach((field, value) -> texts.put(field, value.toString()));
    return texts;
  }

  static Map<String, String> read(HBaseBinding binding, String key) {
    Map<String, ByteIterator> record = new HashMap<>();
    assertThat(binding.read(TABLE, key, null, record)).isSameAs(Status.OK);
    return texts(record);
  }

  @SuppressWarnings({"JdkObsolete", "NonApiType"}) // YCSB's own signature
  static List<HashMap<String, ByteIterator>> scan(
      HBaseBinding binding, String startKey, int count, @Nullable Set<String> fields) {
    Vector<HashMap<String, ByteIterator>> records = new Vector<>();
    assertThat(binding.scan(TABLE, startKey, count, fields, records)).isSameAs(Status.OK);
    return records;
  }

  long rows() throws IOException {
    long rows = 0;
    try (Table table = admin.getTable(TableName.valueOf(TABLE));
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        rows++;
      }
    }
    return rows;
  }

  static long errorsOf(String operation) throws IOException {
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
