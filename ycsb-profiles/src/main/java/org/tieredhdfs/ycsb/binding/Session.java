package org.tieredhdfs.ycsb.binding;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Table;
import org.jspecify.annotations.Nullable;

/**
 * One thread's use of the shared connection: tries an operation again on a new connection when it
 * found the old one closed, a bounded number of times.
 *
 * <p>A restart of servers closes no connection: the HBase client finds them again by itself, within
 * the operation timeout. A connection is lost for good when the client gave it up.
 *
 * <p>Used by one thread.
 */
final class Session implements AutoCloseable {

  /** Something to do with a connection. */
  @FunctionalInterface
  interface Work<T> {
    T on(Connection connection) throws IOException;
  }

  /** Something to do with a table. */
  @FunctionalInterface
  interface TableWork<T> {
    T on(Table table) throws IOException;
  }

  private final BindingSettings settings;
  private final SharedConnection shared;
  private final HBaseConnector connector;
  private @Nullable Connection tableOwner;
  private @Nullable Table table;

  private Session(BindingSettings settings, SharedConnection shared) {
    this.settings = settings;
    this.shared = shared;
    this.connector = new HBaseConnector(settings);
  }

  /** A session on {@code shared}, connected. */
  static Session open(BindingSettings settings, SharedConnection shared) throws IOException {
    shared.acquire();
    Session session = new Session(settings, shared);
    try {
      session.connection();
      return session;
    } catch (IOException | RuntimeException e) {
      shared.release();
      throw new IOException("cannot use HBase at " + settings.address() + ": " + e.getMessage(), e);
    }
  }

  BindingSettings settings() {
    return settings;
  }

  Connection connection() throws IOException {
    return shared.get(connector, settings.connectTimeoutMs());
  }

  <T> T withTable(TableName name, TableWork<T> work) throws IOException {
    return withConnection(connection -> work.on(tableOf(connection, name)));
  }

  <T> T withConnection(Work<T> work) throws IOException {
    for (int reconnects = 0; ; reconnects++) {
      Connection connection = reopened(reconnects);
      try {
        return work.on(connection);
      } catch (IOException | RuntimeException e) {
        if (!isLost(connection)) {
          throw e;
        }
        shared.discard(connection);
        if (reconnects >= settings.reconnectAttempts()) {
          throw new ConnectionLostException(reconnects, e);
        }
      }
    }
  }

  private Connection reopened(int reconnects) throws IOException {
    try {
      return connection();
    } catch (IOException e) {
      throw new ConnectionLostException(reconnects, e);
    }
  }

  static boolean isLost(Connection connection) {
    return connection.isClosed() || connection.isAborted();
  }

  private Table tableOf(Connection connection, TableName name) throws IOException {
    Table known = table;
    if (known == null || tableOwner != connection || !known.getName().equals(name)) {
      known = connection.getTable(name);
      table = known;
      tableOwner = connection;
    }
    return known;
  }

  @Override
  public void close() throws IOException {
    table = null;
    tableOwner = null;
    shared.release();
  }
}
