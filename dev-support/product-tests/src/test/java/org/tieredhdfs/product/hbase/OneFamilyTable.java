package org.tieredhdfs.product.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Tables with one family and without a policy of their own, and rules for their archived files. */
final class OneFamilyTable {
  private static final byte[] FAMILY = Bytes.toBytes("f");

  /** A service that gives archived files to their medium. */
  static final Map<String, String> ARCHIVE_RULE =
      Map.of(
          "dfs.mover.file.rules", "archive",
          "dfs.mover.file.rule.archive.path", "/hbase/archive",
          "dfs.mover.file.rule.archive.clear.policy", "true",
          "dfs.mover.file.rule.archive.filter", "hbase-archive",
          "hbase.hfile.compaction.discharger.interval", "1000");

  private OneFamilyTable() {}

  static TableName create(Admin admin, String name) throws IOException {
    TableName table = TableName.valueOf(name);
    admin.createTable(
        TableDescriptorBuilder.newBuilder(table)
            .setColumnFamily(ColumnFamilyDescriptorBuilder.of(FAMILY))
            .build());
    return table;
  }

  /** Writes rows with random values, and flushes the table. */
  static void writeAndFlush(
      Connection connection, TableName name, int firstRow, int rows, int valueBytes)
      throws IOException {
    Random random = new Random(firstRow);
    List<Put> puts = new ArrayList<>();
    for (int row = firstRow; row < firstRow + rows; row++) {
      byte[] value = new byte[valueBytes];
      random.nextBytes(value);
      puts.add(new Put(Bytes.toBytes(row)).addColumn(FAMILY, FAMILY, value));
    }
    try (Table table = connection.getTable(name);
        Admin admin = connection.getAdmin()) {
      table.put(puts);
      admin.flush(name);
    }
  }
}
