package org.tieredhdfs.verify;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * A table of HBase that holds rows of lists, each with a pointer and with bytes that follow from
 * both its id and its pointer. Thread-safe.
 */
public final class ListTable implements RowStore {
  public static final TableName NAME = TableName.valueOf("linked");
  static final byte[] FAMILY = Bytes.toBytes("l");

  private static final byte[] PREVIOUS = Bytes.toBytes("previous");
  private static final byte[] FILLER = Bytes.toBytes("filler");
  private static final int FILLER_BYTES = 160;
  private static final int ROWS_PER_CALL = 1_000;
  private static final int FIRST_BYTES = 256;

  private final Connection connection;

  public ListTable(Connection connection) {
    this.connection = connection;
  }

  /**
   * Makes the table.
   *
   * @param regions ids are spread evenly over so many
   * @param flushBytes how large a memstore grows
   */
  public void create(int regions, long flushBytes) throws IOException {
    byte[][] splits = new byte[regions - 1][];
    for (int i = 1; i < regions; i++) {
      splits[i - 1] = new byte[] {(byte) (i * FIRST_BYTES / regions)};
    }
    try (Admin admin = connection.getAdmin()) {
      admin.createTable(
          TableDescriptorBuilder.newBuilder(NAME)
              .setMemStoreFlushSize(flushBytes)
              .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
              .build(),
          splits);
    }
  }

  @Override
  public void write(List<ListRow> rows) throws IOException {
    List<Put> puts = new ArrayList<>(rows.size());
    for (ListRow row : rows) {
      puts.add(
          new Put(Bytes.toBytes(row.id()))
              .addColumn(FAMILY, PREVIOUS, Bytes.toBytes(row.previous()))
              .addColumn(FAMILY, FILLER, filler(row)));
    }
    try (Table table = connection.getTable(NAME)) {
      table.put(puts);
    }
  }

  /** Takes a row away, as a fault would. */
  void delete(ListRow row) throws IOException {
    try (Table table = connection.getTable(NAME)) {
      table.delete(new Delete(Bytes.toBytes(row.id())));
    }
  }

  @Override
  public void read(Reader reader) throws IOException {
    Scan scan = new Scan().setCaching(ROWS_PER_CALL).setCacheBlocks(false);
    try (Table table = connection.getTable(NAME);
        ResultScanner scanner = table.getScanner(scan)) {
      for (Result result = scanner.next(); result != null; result = scanner.next()) {
        tell(result, reader);
      }
    }
  }

  private static void tell(Result result, Reader reader) {
    byte @Nullable [] previous = result.getValue(FAMILY, PREVIOUS);
    boolean hasPrevious = previous != null && previous.length == Long.BYTES;
    ListRow row =
        new ListRow(
            Bytes.toLong(result.getRow()),
            previous != null && hasPrevious ? Bytes.toLong(previous) : ListRow.NONE);
    reader.row(row, hasPrevious && Arrays.equals(result.getValue(FAMILY, FILLER), filler(row)));
  }

  private static byte[] filler(ListRow row) {
    byte[] filler = new byte[FILLER_BYTES];
    new SplittableRandom(row.id() * 31 + row.previous()).nextBytes(filler);
    return filler;
  }
}
