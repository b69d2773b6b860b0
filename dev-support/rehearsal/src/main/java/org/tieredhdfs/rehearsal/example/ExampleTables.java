package org.tieredhdfs.rehearsal.example;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.tool.BulkLoadHFiles;
import org.apache.hadoop.hbase.util.Bytes;

/** The tables of an example, and the operations that create a file of each kind. */
record ExampleTables(Connection connection, Admin admin, Configuration conf) {
  private static final byte[] FAMILY = Bytes.toBytes("f");
  private static final int VALUE_BYTES = 2_000;

  void create(List<ShellTables.Created> tables) throws IOException {
    for (ShellTables.Created table : tables) {
      byte[][] splits = table.splits().stream().map(Bytes::toBytes).toArray(byte[][]::new);
      admin.createTable(table.descriptor(), splits);
    }
  }

  void put(String table, int firstRow, int rows) throws IOException {
    put(table, firstRow, rows, VALUE_BYTES);
  }

  void put(String table, int firstRow, int rows, int valueBytes) throws IOException {
    Random random = new Random(firstRow);
    List<Put> puts = new ArrayList<>();
    for (int row = firstRow; row < firstRow + rows; row++) {
      byte[] value = new byte[valueBytes];
      random.nextBytes(value);
      puts.add(new Put(key(row)).addColumn(FAMILY, FAMILY, value));
    }
    try (Table open = connection.getTable(TableName.valueOf(table))) {
      open.put(puts);
    }
  }

  private static byte[] key(int row) {
    return Bytes.toBytes(String.format("%08d", row));
  }

  void flush(String table) throws IOException {
    admin.flush(TableName.valueOf(table));
  }

  void compact(String table) throws IOException {
    admin.majorCompact(TableName.valueOf(table));
  }

  /** Keeps the files that the table has now, wherever they go. */
  void snapshot(String table) throws IOException {
    admin.snapshot(table + "-kept", TableName.valueOf(table));
  }

  /** Ends the logs being written; one whose rows are all flushed becomes an old one. */
  void rollLogs() throws IOException {
    for (ServerName server : List.copyOf(admin.getRegionServers())) {
      admin.rollWALWriter(server);
    }
  }

  /** Loads rows from a file that is made below a directory. */
  void bulkLoad(FileSystem fs, String table, Path directory, int firstRow, int rows)
      throws IOException {
    Path file = new Path(new Path(directory, Bytes.toString(FAMILY)), "rows");
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, new CacheConfig(conf))
            .withPath(fs, file)
            .withFileContext(new HFileContextBuilder().build())
            .create()) {
      for (int row = firstRow; row < firstRow + rows; row++) {
        writer.append(new KeyValue(key(row), FAMILY, FAMILY, new byte[VALUE_BYTES]));
      }
    }
    BulkLoadHFiles.create(conf).bulkLoad(TableName.valueOf(table), directory);
  }

  int count(String table) throws IOException {
    int count = 0;
    try (Table open = connection.getTable(TableName.valueOf(table));
        ResultScanner rows = open.getScanner(new Scan())) {
      while (rows.next() != null) {
        count++;
      }
    }
    return count;
  }
}
