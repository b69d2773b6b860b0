package org.tieredhdfs.ycsb.binding;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * YCSB's way into HBase 2.6: a record is a row, its fields are the columns of one family.
 *
 * <p>All threads of a process share one connection. With {@code clientbuffering} on, a write
 * returns {@link Status#BATCHED_OK} as soon as it waits in the buffer. If it fails later, that is
 * counted as one more {@link Status#ERROR}, and the write during which it came out fails, so that a
 * load stops as it does without buffering. What fails in the last flush makes {@link #cleanup}
 * throw. How long the sending of a buffer takes is measured as an operation of its own, {@link
 * #FLUSH}. The properties are in {@link BindingProperty}.
 */
public class HBaseBinding extends DB {

  /** The name under which YCSB keeps the latency of sending a buffer. */
  public static final String FLUSH = "FLUSH";

  private final FailureLog log = new FailureLog(System.err);
  private final Map<String, WriteBuffer> buffers = new HashMap<>();
  private @Nullable BindingSettings settings;
  private @Nullable Records records;
  private @Nullable Connection connection;

  @Override
  public void init() throws DBException {
    BindingSettings checked = BindingSettings.of(getProperties());
    connection = SharedConnection.acquire(checked);
    records = new Records(checked);
    settings = checked;
  }

  @Override
  public void cleanup() throws DBException {
    if (connection == null) {
      return;
    }
    connection = null;
    DBException failure = null;
    for (WriteBuffer buffer : buffers.values()) {
      try {
        buffer.close();
      } catch (IOException e) {
        failure = new DBException(FailureLog.describe(e), e);
      }
    }
    buffers.clear();
    try {
      SharedConnection.release();
    } catch (IOException e) {
      // all writes have been answered by now
      System.err.println("The connection to HBase did not close cleanly: " + e);
    }
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public Status read(
      String table,
      String key,
      @Nullable Set<String> fields,
      @Nullable Map<String, ByteIterator> result) {
    try (Table from = table(table)) {
      Result row = from.get(records().get(key, fields));
      if (row.isEmpty()) {
        return Status.NOT_FOUND;
      }
      if (result != null) {
        Records.fill(result, row);
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
    try (Table from = table(table)) {
      result.addAll(Records.all(from, records().scan(startKey, recordCount, fields)));
      return Status.OK;
    } catch (IOException | RuntimeException e) {
      return failed("SCAN", table, startKey, e);
    }
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return write("INSERT", table, key, () -> records().put(key, values));
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return write("UPDATE", table, key, () -> records().put(key, values));
  }

  @Override
  public Status delete(String table, String key) {
    return write("DELETE", table, key, () -> records().delete(key));
  }

  private Status write(String operation, String table, String key, Supplier<Mutation> write) {
    try {
      Mutation mutation = write.get();
      if (started(settings).buffered()) {
        buffer(table).add(operation, mutation);
        return Status.BATCHED_OK;
      }
      try (Table to = table(table)) {
        Records.write(to, mutation);
      }
      return Status.OK;
    } catch (IOException | RuntimeException e) {
      return failed(operation, table, key, e);
    }
  }

  private WriteBuffer buffer(String table) throws IOException {
    WriteBuffer buffer = buffers.get(table);
    if (buffer == null) {
      long bytes = started(settings).writeBufferBytes();
      buffer = new WriteBuffer(connection(), TableName.valueOf(table), bytes);
      buffers.put(table, buffer);
    }
    return buffer;
  }

  private Status failed(String operation, String table, String key, Throwable cause) {
    log.failed(operation, key + " in " + table, cause);
    return Status.ERROR;
  }

  /** Cheap: it has no state but the connection's. */
  private Table table(String name) throws IOException {
    return connection().getTable(TableName.valueOf(name));
  }

  /** The connection that all threads share. */
  Connection connection() {
    return started(connection);
  }

  private Records records() {
    return started(records);
  }

  private static <T> T started(@Nullable T part) {
    if (part == null) {
      throw new IllegalStateException("used before init or after cleanup");
    }
    return part;
  }
}
