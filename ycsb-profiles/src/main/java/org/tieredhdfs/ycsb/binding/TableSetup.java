package org.tieredhdfs.ycsb.binding;

import java.io.IOException;
import org.apache.hadoop.hbase.TableExistsException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/** Creates and drops the table of a YCSB run, split so that hashed keys spread over its regions. */
public final class TableSetup {

  private final Connection connection;

  public TableSetup(Connection connection) {
    this.connection = connection;
  }

  /**
   * Creates the table; returns whether it was absent. A table that is there already is left as it
   * is, but must have the column family.
   */
  public boolean createIfAbsent(TableLayout layout) throws IOException {
    TableName name = TableName.valueOf(layout.name());
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        try {
          admin.createTable(descriptor(layout), UserKeySplits.of(layout));
          return true;
        } catch (TableExistsException e) {
          // another created it just now: it has to pass the same check
        }
      }
      if (!admin.getDescriptor(name).hasColumnFamily(Bytes.toBytes(layout.family()))) {
        throw new IOException(
            "the table '"
                + layout.name()
                + "' already exists, without the column family '"
                + layout.family()
                + "'; drop it or name another");
      }
      return false;
    }
  }

  /** Drops the table with all its data; returns whether it was there. */
  public boolean drop(String table) throws IOException {
    TableName name = TableName.valueOf(table);
    try (Admin admin = connection.getAdmin()) {
      if (!admin.tableExists(name)) {
        return false;
      }
      if (!admin.isTableDisabled(name)) {
        admin.disableTable(name);
      }
      admin.deleteTable(name);
      return true;
    } catch (TableNotFoundException e) {
      return false;
    }
  }

  private static TableDescriptor descriptor(TableLayout layout) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(layout.family()));
    layout.familySettings().forEach(family::setValue);
    TableDescriptorBuilder table =
        TableDescriptorBuilder.newBuilder(TableName.valueOf(layout.name()));
    layout.tableSettings().forEach(table::setValue);
    return table.setColumnFamily(family.build()).build();
  }
}
