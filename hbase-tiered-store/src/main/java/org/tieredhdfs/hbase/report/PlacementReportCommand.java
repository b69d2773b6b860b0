package org.tieredhdfs.hbase.report;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.CoprocessorDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.StoreEngine;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hbase.RoutedEngine;
import org.tieredhdfs.hbase.TieredStoreEngine;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;

/**
 * The command {@code hbase placement TABLE... [--json]}: bytes of tables by family, class of files
 * and storage type, and those out of place. With {@code --unplug} it takes this project's classes
 * out of the descriptors of tables.
 *
 * <p>Exit codes: 0 all in place, 1 something lies elsewhere, 2 it cannot be told. Needs the right
 * to read HBase's files.
 */
public final class PlacementReportCommand extends Configured implements Tool {
  private static final String ENGINE = StoreEngine.STORE_ENGINE_CLASS_KEY;
  private static final String USAGE =
      """
      Usage: hbase placement TABLE... [--json]
             hbase placement --unplug (TABLE... | --all)

      For each column family and class of files (flushed, compacted-small, compacted, bulk-loaded,
      mob, archived), shows the bytes of all replicas on each storage type, and how many of them are
      on another type than the policy of the class wants. Archived files count as out of place only
      if they are old enough, are not read through links, and the policy of the archive wants
      another type.

      With --unplug, tables name Apache HBase's store engines instead of this project's, and none of
      its coprocessors. HBase reopens the regions of those it changes.

      Exit code: 0 all in place; 1 something is out of place; 2 unknown, see the error.

      Examples:
        hbase placement orders
        hbase placement --json orders sales:items\
      """;

  private final PrintStream out;
  private final PrintStream err;

  PlacementReportCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public int run(String[] arguments) throws IOException {
    List<String> names = new ArrayList<>();
    boolean json = false;
    boolean unplug = false;
    boolean all = false;
    for (String argument : arguments) {
      if (argument.equals("--help") || argument.equals("-h")) {
        out.println(USAGE);
        return 0;
      } else if (argument.equals("--json")) {
        json = true;
      } else if (argument.equals("--unplug")) {
        unplug = true;
      } else if (argument.equals("--all")) {
        all = true;
      } else if (argument.startsWith("-")) {
        return refuse(argument + ": unknown option; see --help");
      } else {
        names.add(argument);
      }
    }
    if (all != names.isEmpty() || (all && !unplug)) {
      return refuse(USAGE);
    }
    List<PlacementReport> reports = new ArrayList<>();
    int code = 0;
    try (Connection connection = ConnectionFactory.createConnection(getConf());
        Admin admin = connection.getAdmin()) {
      if (all) {
        Arrays.stream(admin.listTableNames()).map(TableName::getNameAsString).forEach(names::add);
      }
      for (String name : names) {
        TableDescriptor table = table(admin, name);
        if (table == null) {
          code = 2;
        } else if (unplug) {
          code = Math.max(code, unplug(admin, table));
        } else {
          PlacementReport report =
              new PlacementReport(
                  table.getTableName().getNameAsString(),
                  new TablePlacement(getConf()).read(table));
          reports.add(report);
          code = Math.max(code, report.isAllInPlace() ? 0 : 1);
        }
      }
    }
    if (json && (names.size() > 1 || !reports.isEmpty())) {
      PlacementReport.printJson(reports, names.size() > 1, out);
    } else if (!json) {
      reports.forEach(report -> report.printText(names.size() > 1, out));
    }
    return code;
  }

  /** Returns the exit code: a table that cannot be changed keeps no other one from it. */
  private int unplug(Admin admin, TableDescriptor table) {
    TableDescriptorBuilder changed = TableDescriptorBuilder.newBuilder(table);
    changed.setValue(ENGINE, apache(table.getValue(ENGINE)));
    table.getCoprocessorDescriptors().stream()
        .map(CoprocessorDescriptor::getClassName)
        .filter(name -> name.startsWith("org.tieredhdfs."))
        .forEach(changed::removeCoprocessor);
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      ColumnFamilyDescriptorBuilder own = ColumnFamilyDescriptorBuilder.newBuilder(family);
      own.setConfiguration(ENGINE, apache(family.getConfigurationValue(ENGINE)));
      own.setValue(ENGINE, apache(Bytes.toString(family.getValue(Bytes.toBytes(ENGINE)))));
      changed.modifyColumnFamily(own.build());
    }
    try {
      if (!changed.build().equals(table)) {
        admin.modifyTable(changed.build());
        out.println(table.getTableName() + ": names no class of this project any more");
      }
      return 0;
    } catch (IOException e) {
      return refuse(table.getTableName() + ": " + e.getMessage());
    }
  }

  /**
   * Apache HBase's engine in place of ours; null, for the servers' own, in place of the default.
   */
  private static @Nullable String apache(@Nullable String engine) {
    for (Class<?> ours : RoutedEngine.ENGINES) {
      if (ours.getName().equals(engine)) {
        return ours == TieredStoreEngine.class ? null : ours.getSuperclass().getName();
      }
    }
    return engine;
  }

  private @Nullable TableDescriptor table(Admin admin, String name) throws IOException {
    try {
      return admin.getDescriptor(TableName.valueOf(name));
    } catch (TableNotFoundException e) {
      err.println(name + ": no such table");
    } catch (IllegalArgumentException e) {
      err.println(name + ": invalid table name: " + e.getMessage());
    }
    return null;
  }

  private int refuse(String sentence) {
    err.println(sentence);
    return 2;
  }

  public static void main(String[] arguments) throws Exception {
    Configuration conf = HBaseConfiguration.create();
    int code;
    try {
      code = ToolRunner.run(conf, new PlacementReportCommand(System.out, System.err), arguments);
    } catch (IOException | ConfigurationFaultsException e) {
      System.err.println("placement: " + e.getMessage());
      code = 2;
    }
    System.exit(code);
  }
}
