package org.tieredhdfs.ycsb.binding;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.jspecify.annotations.Nullable;
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
 * {@link #cleanup} throw. How long the sending of a buffer takes is measured as an operation of its
 * own, {@link #FLUSH}. The properties are in {@link BindingProperty}.
 */
public class HBaseBinding extends DB {

  /** The name under which YCSB keeps the latency of sending a buffer. */
  public static final String FLUSH = "FLUSH";

  private static final SharedConnection SHARED = new SharedConnection();

  private final FailureLog log = new FailureLog(System.err);
  private final Map<String, WriteBuffer> buffers = new HashMap<>();
  private @Nullable Records records;
  private @Nullable Session session;

  @Override
  public void init() throws DBException {
    try {
      BindingSettings settings = BindingSettings.of(getProperties());
      records = new Records(settings);
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
      // all writes have been answered by now
      System.err.println("The connection to HBase did not close cleanly: " + e);
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
      Get get = records().get(key, fields);
      Result row = session().withTable(TableName.valueOf(table), from -> from.get(get));
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
    try {
      Scan scan = records().scan(startKey, recordCount, fields);
      // collect the rows first: a failed attempt must not leave some behind for the retry
      result.addAll(session().withTable(TableName.valueOf(table), from -> Records.all(from, scan)));
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
      if (session().settings().buffered()) {
        return buffer(operation, table, mutation);
      }
      session().withTable(TableName.valueOf(table), to -> Records.write(to, mutation));
      return Status.OK;
    } catch (IOException | RuntimeException e) {
      return failed(operation, table, key, e);
    }
  }

  private Status buffer(String operation, String table, Mutation mutation) {
    WriteBuffer buffer =
        buffers.computeIfAbsent(
            table,
            name -> new WriteBuffer(TableName.valueOf(name), session(), HBaseBinding::measure));
    List<WriteBuffer.Failure> failures = buffer.add(operation, mutation);
    if (failures.isEmpty()) {
      return Status.BATCHED_OK;
    }
    // the returned failure counts for one of them
    failures.stream().skip(1).forEach(HBaseBinding::count);
    armExit();
    return failed(operation, table, failures.size() + " buffered writes", failures.get(0).cause());
  }

  private static void measure(long flushUs) {
    Measurements.getMeasurements().measure(FLUSH, (int) Math.min(flushUs, Integer.MAX_VALUE));
  }

  private static void count(WriteBuffer.Failure failure) {
    Measurements.getMeasurements().reportStatus(failure.operation(), Status.ERROR);
  }

  private Status failed(String operation, String table, String subject, Throwable cause) {
    log.failed(operation, subject + " in " + table, cause);
    return cause instanceof ConnectionLostException ? Status.SERVICE_UNAVAILABLE : Status.ERROR;
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
    return started(session);
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
