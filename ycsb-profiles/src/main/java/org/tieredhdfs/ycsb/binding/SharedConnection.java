package org.tieredhdfs.ycsb.binding;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;
import site.ycsb.DBException;

/**
 * The one connection to HBase of a process: the first thread opens it and looks whether its table
 * and column family are there, the others wait for that, and the last one closes it.
 *
 * <p>Thread-safe.
 */
final class SharedConnection {
  private static final AtomicInteger STARTING = new AtomicInteger();
  private static int users;
  private static @Nullable String failure;
  private static @Nullable Connection current;

  private SharedConnection() {}

  /** The connection, for a user more. Each call that returns needs one of {@link #release}. */
  static Connection acquire(BindingSettings settings) throws DBException {
    STARTING.incrementAndGet();
    synchronized (SharedConnection.class) {
      try {
        if (failure != null) {
          throw new DBException(failure);
        }
        Connection connection = current;
        if (connection == null) {
          connection = open(settings);
          current = connection;
        }
        users++;
        return connection;
      } catch (DBException e) {
        // those that wait for this thread do not try for as long again, one after the other
        failure = e.getMessage();
        throw e;
      } finally {
        if (STARTING.decrementAndGet() == 0) {
          failure = null;
        }
      }
    }
  }

  static synchronized void release() throws IOException {
    users--;
    Connection last = current;
    if (users == 0 && last != null) {
      current = null;
      last.close();
    }
  }

  private static Connection open(BindingSettings settings) throws DBException {
    try {
      Connection opened = ConnectionFactory.createConnection(settings.conf());
      try {
        check(opened, settings);
        return opened;
      } catch (IOException | RuntimeException e) {
        opened.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      throw new DBException(
          String.format(
              "cannot use HBase at ZooKeeper %s, port %s: %s",
              settings.conf().get(HConstants.ZOOKEEPER_QUORUM),
              settings.conf().get(HConstants.ZOOKEEPER_CLIENT_PORT),
              e.getMessage()),
          e);
    }
  }

  private static void check(Connection connection, BindingSettings settings) throws IOException {
    try (Table table = connection.getTable(settings.table())) {
      if (!table.getDescriptor().hasColumnFamily(settings.familyBytes())) {
        throw new IOException(
            String.format(
                "columnfamily: '%s' is not a column family of the table '%s'; it has %s",
                settings.family(),
                settings.table(),
                table.getDescriptor().getColumnFamilyNames().stream()
                    .map(Bytes::toString)
                    .toList()));
      }
    } catch (TableNotFoundException e) {
      throw new IOException("table: '" + settings.table() + "' does not exist; create it first", e);
    }
  }
}
