package org.tieredhdfs.ycsb.binding;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteArrayByteIterator;
import site.ycsb.ByteIterator;

/** How YCSB's records stand in HBase: a row each, its fields the columns of one family. */
final class Records {

  private final byte[] family;
  private final Durability durability;

  Records(BindingSettings settings) {
    this.family = settings.familyBytes();
    this.durability = settings.durability();
  }

  Get get(String key, @Nullable Set<String> fields) {
    Get get = new Get(Bytes.toBytes(key));
    if (fields == null) {
      return get.addFamily(family);
    }
    fields.forEach(field -> get.addColumn(family, Bytes.toBytes(field)));
    return get;
  }

  Scan scan(String startKey, int recordCount, @Nullable Set<String> fields) {
    Scan scan = new Scan().withStartRow(Bytes.toBytes(startKey)).setLimit(recordCount);
    if (fields == null) {
      return scan.addFamily(family);
    }
    fields.forEach(field -> scan.addColumn(family, Bytes.toBytes(field)));
    return scan;
  }

  Mutation put(String key, Map<String, ByteIterator> values) {
    Put put = new Put(Bytes.toBytes(key));
    values.forEach((field, value) -> put.addColumn(family, Bytes.toBytes(field), value.toArray()));
    return put.setDurability(durability);
  }

  Mutation delete(String key) {
    return new Delete(Bytes.toBytes(key)).addFamily(family).setDurability(durability);
  }

  /** Sends a write that {@link #put} or {@link #delete} made. */
  static void write(Table to, Mutation mutation) throws IOException {
    if (mutation instanceof Put put) {
      to.put(put);
    } else {
      to.delete((Delete) mutation);
    }
  }

  @SuppressWarnings("NonApiType") // YCSB's own signature
  static List<HashMap<String, ByteIterator>> all(Table from, Scan scan) throws IOException {
    List<HashMap<String, ByteIterator>> records = new ArrayList<>();
    try (ResultScanner scanner = from.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        HashMap<String, ByteIterator> record = new HashMap<>();
        fill(record, row);
        records.add(record);
      }
    }
    return records;
  }

  static void fill(Map<String, ByteIterator> record, Result row) {
    for (Cell cell : row.rawCells()) {
      record.put(
          Bytes.toString(CellUtil.cloneQualifier(cell)),
          new ByteArrayByteIterator(
              cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()));
    }
  }
}
