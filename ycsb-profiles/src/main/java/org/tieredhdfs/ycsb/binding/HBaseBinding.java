package org.tieredhdfs.ycsb.binding;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
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
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * YCSB's way into HBase 2.6: a record is a row, its fields are the columns of one family.
 *
 * <p>All threads of a process share one connection. With {@code clientbuffering} on, a write
 * returns {@link Status#BATCHED_OK} as soon as it waits in the buffer. If it fails later, that is
 * counted as one more {@link Status#ERROR} of its operation, and the write during which it came out
 * fails, so that a load stops as it does without buffering. What fails in the last flush makes
 * {@link #cleanup} throw. The properties are in {@link BindingProperty}.
 */
public class HBaseBinding extends DB {

  private static final String INSERT = "INSERT";
  private static final String UPDATE = "UPDATE";
  private static final String DELETE = "DELETE";

  private static final SharedConnection SHARED = new SharedConnection();

  private final FailureLog log = new FailureLog(System.err);
  private final Map<String, WriteBuffer> buffers = new HashMap<>();
  private byte[] family = new byte[0];
  private @Nullable Session session;

  @Override
  public void init() throws DBException {
    try {
      BindingSettings settings = BindingSettings.of(getProperties());
      family = settings.familyBytes();
      session = Session.open(settings, SHARED);
    } catch (IOException e) {
      armExit();
      throw new DBException(e.getMessage(), e);
    } catch (DBException e) {
      armExit();
      throw e;
    }
  }

  @Override
  public void cleanup() throws DBException {
    Session closing = session;
    session = null;
    if (closing == null) {
      return;
    }
    List<WriteBuffer.Failure> failures = new ArrayList<>();
    buffers.values().forEach(buffer -> failures.addAll(buffer.close()));
    buffers.clear();
    failures.forEach(HBaseBinding::count);
    try {
      closing.close();
    } catch (IOException e) {
      throw new DBException("the connection to HBase did not close cleanly", e);
    }
    if (!failures.isEmpty()) {
      armExit();
      Throwable first = failures.get(0).cause();
      throw new DBException(
          String.format(
              Locale.ROOT,
              "%d buffered writes were lost in the last flush, the first with %s",
              failures.size(),
              FailureLog.describe(first)),
          first);
    }
  }

  @Override
  public Status read(
      String table,
      String key,
      @Nullable Set<String> fields,
      @Nullable Map<String, ByteIterator> result) {
    try {
      Get get = new Get(Bytes.toBytes(key));
      if (fields == null) {
        get.addFamily(family);
      } else {
        fields.forEach(field -> get.addColumn(family, Bytes.toBytes(field)));
      }
      Result row = session().withTable(TableName.valueOf(table), from -> from.get(get));
      if (row.isEmpty()) {
        return Status.NOT_FOUND;
      }
      if (result != null) {
        fill(result, row);
      }
      return Status.OK;
    } catch (IOException | RuntimeException e) {
      return failed("READ", table, key, e);
    }
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's own signature
  public Status scan(
      String table,
      String startKey,
      int recordCount,
      @Nullable Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    try {
      Scan scan = new Scan().withStartRow(Bytes.toBytes(startKey)).setLimit(recordCount);
      if (fields == null) {
        scan.addFamily(family);
      } else {
        fields.forEach(field -> scan.addColumn(family, Bytes.toBytes(field)));
      }
      // an attempt on a lost connection must leave no rows behind for the next one
      result.addAll(session().withTable(TableName.valueOf(table), from -> rowsOf(from, scan)));
      return Status.OK;
    } catch (IOException | RuntimeException e) {
      return failed("SCAN", table, startKey, e);
    }
  }

  @SuppressWarnings("NonApiType") // YCSB's own signature
  private static List<HashMap<String, ByteIterator>> rowsOf(Table from, Scan scan)
      throws IOException {
    List<HashMap<String, ByteIterator>> rows = new ArrayList<>();
    try (ResultScanner scanner = from.getScanner(scan)) {
      for (Result row = scanner.next(); row != null; row = scanner.next()) {
        HashMap<String, ByteIterator> record = new HashMap<>();
        fill(record, row);
        rows.add(record);
      }
    }
    return rows;
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return put(INSERT, table, key, values);
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return put(UPDATE, table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    try {
      Delete delete = new Delete(Bytes.toBytes(key)).addFamily(family);
      delete.setDurability(session().settings().durability());
      if (session().settings().buffered()) {
        return buffer(DELETE, table, delete);
      }
      session()
          .withTable(
              TableName.valueOf(table),
              to -> {
                to.delete(delete);
                return true;
              });
      return Status.OK;
    } catch (IOException | RuntimeException e) {
      return failed(DELETE, table, key, e);
    }
  }

  private Status put(String operation, String table, String key, Map<String, ByteIterator> values) {
    try {
      Put put = new Put(Bytes.toBytes(key));
      values.forEach(
          (field, value) -> put.addColumn(family, Bytes.toBytes(field), value.toArray()));
      put.setDurability(session().settings().durability());
      if (session().settings().buffered()) {
        return buffer(operation, table, put);
      }
      session()
          .withTable(
              TableName.valueOf(table),
              to -> {
                to.put(put);
                return true;
              });
      return Status.OK;
    } catch (IOException | RuntimeException e) {
      return failed(operation, table, key, e);
    }
  }

  private Status buffer(String operation, String table, Mutation mutation) {
    WriteBuffer buffer =
        buffers.computeIfAbsent(table, name -> new WriteBuffer(TableName.valueOf(name), session()));
    List<WriteBuffer.Failure> failures = buffer.add(operation, mutation);
    if (failures.isEmpty()) {
      return Status.BATCHED_OK;
    }
    // this write's own return stands for one of them
    failures.stream().skip(1).forEach(HBaseBinding::count);
    armExit();
    return failed(operation, table, failures.size() + " buffered writes", failures.get(0).cause());
  }

  private static void count(WriteBuffer.Failure failure) {
    Measurements.getMeasurements().reportStatus(failure.operation(), Status.ERROR);
  }

  private Status failed(String operation, String table, String subject, Throwable cause) {
    log.failed(operation, subject + " in " + table, cause);
    return cause instanceof ConnectionLostException ? Status.SERVICE_UNAVAILABLE : Status.ERROR;
  }

  private static void fill(Map<String, ByteIterator> record, Result row) {
    for (Cell cell : row.rawCells()) {
      record.put(
          Bytes.toString(CellUtil.cloneQualifier(cell)),
          new ByteArrayByteIterator(
              cell.getValueArray(), cell.getValueOffset(), cell.getValueLength()));
    }
  }

  private void armExit() {
    if (BindingProperty.EXIT_ON_FAILURE.flag(getProperties())) {
      FailureExit.arm();
    }
  }

  /** The connection that this thread uses at the moment. */
  Connection connection() throws IOException {
    return session().connection();
  }

  private Session session() {
    Session open = session;
    if (open == null) {
      throw new IllegalStateException("used before init or after cleanup");
    }
    return open;
  }
}
