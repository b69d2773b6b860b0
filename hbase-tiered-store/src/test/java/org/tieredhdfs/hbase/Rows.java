package org.tieredhdfs.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.util.Bytes;
import org.tieredhdfs.waits.Waits;

/** Rows of one table of one region and one family, and the files in which they lie. */
final class Rows {
  static final byte[] FAMILY = Bytes.toBytes("f");
  static final int VALUE_BYTES = 1000;
  private static final Duration LIMIT = Duration.ofMinutes(3);

  private final TieredHBase hbase;
  private final TableName name;
  private final byte[] family;

  Rows(TieredHBase hbase, TableName name) {
    this(hbase, name, FAMILY);
  }

  Rows(TieredHBase hbase, TableName name, byte[] family) {
    this.hbase = hbase;
    this.name = name;
    this.family = family;
  }

  static TableName create(TieredHBase hbase, String name, Map<String, String> values)
      throws IOException {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(TableName.valueOf(name));
    values.forEach(table::setValue);
    return create(hbase, table, ColumnFamilyDescriptorBuilder.newBuilder(FAMILY));
  }

  static TableName create(
      TieredHBase hbase, TableDescriptorBuilder table, ColumnFamilyDescriptorBuilder family)
      throws IOException {
    try (Admin admin = hbase.connection().getAdmin()) {
      admin.createTable(table.setColumnFamily(family.build()).build());
    }
    return table.build().getTableName();
  }

  void write(int firstRow, int rows) throws IOException {
    Random random = new Random(firstRow);
    try (Table table = hbase.connection().getTable(name)) {
      for (int row = firstRow; row < firstRow + rows; row++) {
        byte[] value = new byte[VALUE_BYTES];
        random.nextBytes(value);
        table.put(new Put(Bytes.toBytes(row)).addColumn(family, family, value));
      }
    }
  }

  void flush() throws IOException {
    try (Admin admin = hbase.connection().getAdmin()) {
      admin.flush(name);
    }
  }

  /** One file of all, and the others gone from the table's folder. */
  void compact() throws IOException {
    hbase.onlyRegion(name).compact(true);
    for (HStore store : hbase.onlyRegion(name).getStores()) {
      store.closeAndArchiveCompactedFiles();
    }
  }

  int count() throws IOException {
    int count = 0;
    try (Table table = hbase.connection().getTable(name);
        ResultScanner scanner = table.getScanner(new Scan())) {
      while (scanner.next() != null) {
        count++;
      }
    }
    return count;
  }

  /** The path of the only file. */
  Path file() {
    return hbase.onlyRegion(name).getStore(family).getStorefiles().iterator().next().getPath();
  }

  /** The storage types on which the table's files lie. */
  static Set<StorageType> types(TieredHBase hbase, TableName table) throws IOException {
    return new Rows(hbase, table).types();
  }

  /** The storage types on which the family's files lie. */
  Set<StorageType> types() throws IOException {
    return hbase.typesUnder(
        hbase.onlyRegion(name).getRegionFileSystem().getStoreDir(Bytes.toString(family)));
  }

  static void await(Callable<Boolean> done) throws Exception {
    Waits.until("what the test waits for", LIMIT, done);
  }
}
