package org.tieredhdfs.ycsb.binding;

import java.io.IOException;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;

/** Opens a connection to HBase and makes sure that the table and the column family are there. */
final class HBaseConnector implements SharedConnection.Opener {

  private final BindingSettings settings;

  HBaseConnector(BindingSettings settings) {
    this.settings = settings;
  }

  @Override
  public Connection open() throws IOException {
    Connection connection = ConnectionFactory.createConnection(settings.conf());
    try {
      check(connection);
      return connection;
    } catch (IOException | RuntimeException e) {
      try {
        connection.close();
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  private void check(Connection connection) throws IOException {
    TableDescriptor descriptor;
    try (Table table = connection.getTable(settings.table())) {
      descriptor = table.getDescriptor();
    } catch (TableNotFoundException e) {
      throw new IOException(
          "table: '"
              + settings.table()
              + "' does not exist; create it with the column family '"
              + settings.family()
              + "' first",
          e);
    }
    if (!descriptor.hasColumnFamily(settings.familyBytes())) {
      throw new IOException(
          "columnfamily: '"
              + settings.family()
              + "' is not a column family of the table '"
              + settings.table()
              + "'; it has "
              + descriptor.getColumnFamilyNames().stream().map(Bytes::toString).toList());
    }
  }
}
