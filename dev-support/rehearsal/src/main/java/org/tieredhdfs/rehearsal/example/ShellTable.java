package org.tieredhdfs.rehearsal.example;

import java.util.List;
import org.apache.hadoop.hbase.client.TableDescriptor;

/**
 * A table that a command of HBase's shell creates.
 *
 * @param descriptor what it is like
 * @param splits keys at which its regions meet
 */
record ShellTable(TableDescriptor descriptor, List<String> splits) {

  ShellTable {
    splits = List.copyOf(splits);
  }

  String name() {
    return descriptor.getTableName().getNameAsString();
  }
}
