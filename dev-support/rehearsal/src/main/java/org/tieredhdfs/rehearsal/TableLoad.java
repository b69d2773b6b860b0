package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * An HBase client that puts rows, reads them again, and checks their content.
 *
 * <p>Used by one thread.
 */
final class TableLoad {
  static final TableName TABLE = TableName.valueOf("rehearsal");
  static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int VALUE_BYTES = 1_000;
  private static final int BATCH = 10;
  private static final long PAUSE_MS = 50;

  private final Connection connection;
  private final ClientCounts figures;
  private final SplittableRandom random = new SplittableRandom(1);
  private int rows;

  TableLoad(Connection connection, ClientCounts figures) {
    this.connection = connection;
    this.figures = figures;
  }

  void run(CountDownLatch end) {
    try {
      do {
        figures.count("put", this::put);
        if (rows > 0) {
          figures.count("get", this::get);
        }
      } while (!end.await(PAUSE_MS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static byte[] key(int row) {
    // spread over the regions
    return Bytes.toBytes(String.format("%08x", Integer.reverse(row)));
  }

  private void put() throws IOException {
    List<Put> puts = new ArrayList<>();
    for (int row = rows; row < rows + BATCH; row++) {
      byte[] value = Contents.of(row, 0, VALUE_BYTES);
      puts.add(new Put(key(row)).addColumn(FAMILY, FAMILY, value));
    }
    try (Table table = connection.getTable(TABLE)) {
      table.put(puts);
    }
    rows += BATCH;
  }

  private void get() throws IOException {
    int row = random.nextInt(rows);
    try (Table table = connection.getTable(TABLE)) {
      requireRight(row, table.get(new Get(key(row))));
    }
  }

  private static void requireRight(int row, Result found) throws IOException {
    byte[] value = found.getValue(FAMILY, FAMILY);
    if (value == null) {
      throw new IOException("row " + row + " is lost");
    }
    if (!Arrays.equals(value, Contents.of(row, 0, VALUE_BYTES))) {
      throw new IOException("row " + row + " is damaged");
    }
  }

  /** Reads every row that was acknowledged; how many there are. */
  int verify() {
    figures.count("verifiedTable", this::scan);
    return rows;
  }

  private void scan() throws IOException {
    boolean[] seen = new boolean[rows];
    try (Table table = connection.getTable(TABLE);
        ResultScanner scanner = table.getScanner(new Scan())) {
      for (Result result : scanner) {
        int row = Integer.reverse(Integer.parseUnsignedInt(Bytes.toString(result.getRow()), 16));
        // a batch interrupted by the end counts for nothing
        if (row < rows) {
          requireRight(row, result);
          seen[row] = true;
        }
      }
    }
    for (int row = 0; row < rows; row++) {
      if (!seen[row]) {
        throw new IOException("row " + row + " is lost");
      }
    }
  }
}
