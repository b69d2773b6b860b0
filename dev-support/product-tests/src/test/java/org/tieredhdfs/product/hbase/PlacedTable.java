package org.tieredhdfs.product.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * A table of two families with different keys: what is flushed of the other goes to the archive's
 * medium.
 */
final class PlacedTable {
  static final byte[] ONE = Bytes.toBytes("one");
  static final byte[] OTHER = Bytes.toBytes("other");
  static final int VALUE_BYTES = 2000;

  private final PlacedHBase hbase;
  private final TableName name;
  private int written;

  PlacedTable(PlacedHBase hbase, TableName name) {
    this.hbase = hbase;
    this.name = name;
  }

  static PlacedTable create(PlacedHBase hbase, String name) throws IOException {
    TableName table = TableName.valueOf(name);
    hbase
        .admin()
        .createTable(
            TableDescriptorBuilder.newBuilder(table)
                .setColumnFamily(ColumnFamilyDescriptorBuilder.of(ONE))
                .setColumnFamily(
                    ColumnFamilyDescriptorBuilder.newBuilder(OTHER)
                        .setConfiguration("hbase.tiered.flush.policy", "COLD")
                        .setConfiguration("hbase.tiered.bulkload.policy", "COLD")
                        .build())
                .build());
    return new PlacedTable(hbase, table);
  }

  /** A clone of it, which has its rows and gets others. */
  PlacedTable clonedAs(String clone) {
    PlacedTable cloned = new PlacedTable(hbase, TableName.valueOf(clone));
    cloned.written = written;
    return cloned;
  }

  TableName name() {
    return name;
  }

  /** How many rows were written since it was made or truncated. */
  int written() {
    return written;
  }

  void forgetRows() {
    written = 0;
  }

  void write(int rows) throws IOException {
    Random random = new Random(written);
    List<Put> puts = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      byte[] value = new byte[VALUE_BYTES];
      random.nextBytes(value);
      byte[] key = Bytes.toBytes(String.format("%08x", random.nextInt() & 0x7fffffff));
      puts.add(new Put(key).addColumn(ONE, ONE, value).addColumn(OTHER, ONE, value));
    }
    try (Table table = hbase.connection().getTable(name)) {
      table.put(puts);
    }
    written += rows;
  }

  void writeAndFlush(int rows) throws IOException {
    write(rows);
    hbase.admin().flush(name);
  }

  long count() throws IOException {
    long count = 0;
    try (Table table = hbase.connection().getTable(name);
        ResultScanner scanner = table.getScanner(new Scan())) {
      while (scanner.next() != null) {
        count++;
      }
    }
    return count;
  }

  /** Makes one file of all in each family and region, and waits until the others are gone. */
  void compactAll() throws Exception {
    Admin admin = hbase.admin();
    admin.majorCompact(name);
    PlacedHBase.await("a compaction", () -> admin.getCompactionState(name) == CompactionState.NONE);
    PlacedHBase.await(
        "files compacted away",
        () -> {
          // regions that were split or merged keep their files until it has looked
          admin.runCatalogJanitor();
          return hbase.files(name) <= 2L * admin.getRegions(name).size();
        });
  }
}
