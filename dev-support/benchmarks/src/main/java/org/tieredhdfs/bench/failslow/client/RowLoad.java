package org.tieredhdfs.bench.failslow.client;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Writers of one table, each with rows of its own, and what was acknowledged to them. Each writer
 * is used by one thread; rows are looked for when all have ended.
 */
final class RowLoad {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final byte[] COLUMN = Bytes.toBytes("c");
  private static final int VALUE_BYTES = 512;
  private static final int ROWS_OF_A_FETCH = 500;
  private static final int ROWS_OF_A_SCAN = 2_000;

  private final Connection connection;
  private final TableName table;
  private final List<BitSet> acknowledged = new ArrayList<>();

  /**
   * @param writers how many there are
   */
  RowLoad(Connection connection, String table, int writers) {
    this.connection = connection;
    this.table = TableName.valueOf(table);
    for (int i = 0; i < writers; i++) {
      acknowledged.add(new BitSet());
    }
  }

  /** Makes the table, with one region for each of the first writers. */
  void createTable() throws IOException {
    byte[][] splits = new byte[Math.max(1, acknowledged.size() - 1)][];
    for (int i = 0; i < splits.length; i++) {
      splits[i] = Bytes.toBytes(prefix(i + 1));
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(table)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build(),
          splits);
    }
  }

  /** Writes a row and notes that it was acknowledged. */
  void put(OperationLog log, int writer, int number) throws IOException {
    byte[] row = Bytes.toBytes(row(writer, number));
    Put put = new Put(row).addColumn(FAMILY, COLUMN, value(writer, number));
    try (Table rows = connection.getTable(table)) {
      log.time(OperationKind.PUT, () -> rows.put(put));
    }
    acknowledged.get(writer).set(number);
  }

  /** Reads some thousand rows. */
  void scan(OperationLog log) throws IOException {
    log.time(
        OperationKind.SCAN,
        () -> {
          try (Table rows = connection.getTable(table);
              ResultScanner scanner =
                  rows.getScanner(
                      new Scan().setCaching(ROWS_OF_A_FETCH).setLimit(ROWS_OF_A_SCAN))) {
            while (scanner.next() != null) {
              // Read for the work that it is
            }
          }
        });
  }

  long acknowledgedRows() {
    return acknowledged.stream().mapToLong(BitSet::cardinality).sum();
  }

  /** How many acknowledged rows are not in the table as they were written. */
  long lostRows() throws IOException {
    List<BitSet> missing = acknowledged.stream().map(rows -> (BitSet) rows.clone()).toList();
    try (Table rows = connection.getTable(table);
        ResultScanner scanner = rows.getScanner(new Scan().setCaching(ROWS_OF_A_FETCH))) {
      for (Result found = scanner.next(); found != null; found = scanner.next()) {
        String[] parts = Bytes.toString(found.getRow()).split("-", -1);
        int writer = Integer.parseInt(parts[0]);
        int number = Integer.parseInt(parts[1]);
        if (Bytes.equals(found.getValue(FAMILY, COLUMN), value(writer, number))) {
          missing.get(writer).clear(number);
        }
      }
    }
    return missing.stream().mapToLong(BitSet::cardinality).sum();
  }

  private static String row(int writer, int number) {
    return prefix(writer) + String.format(Locale.ROOT, "%09d", number);
  }

  private static String prefix(int writer) {
    return String.format(Locale.ROOT, "%03d-", writer);
  }

  private static byte[] value(int writer, int number) {
    return new KnownBytes(writer).at((long) number * VALUE_BYTES, VALUE_BYTES);
  }
}
