package org.tieredhdfs.hbase.report;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.TableNotFoundException;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;

/**
 * The command {@code hbase placement TABLE... [--json]}: bytes of tables by family, class of files
 * and storage type, and those out of place.
 *
 * <p>Exit codes: 0 all in place, 1 something lies elsewhere, 2 it cannot be told. Needs the right
 * to read HBase's files.
 */
public final class PlacementReportCommand extends Configured implements Tool {
  private static final String USAGE =
      """
      Usage: hbase placement TABLE... [--json]

      For each column family and class of files (flushed, compacted-small, compacted, bulk-loaded,
      mob, archived), shows the bytes of all replicas on each storage type, and how many of them are
      on another type than the policy of the class wants. Archived files count as out of place only
      if they are old enough, are not read through links, and the policy of the archive wants
      another type.

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
    for (String argument : arguments) {
      if (argument.equals("--help") || argument.equals("-h")) {
        out.println(USAGE);
        return 0;
      } else if (argument.equals("--json")) {
        json = true;
      } else if (argument.startsWith("-")) {
        return refuse(argument + ": unknown option; see --help");
      } else {
        names.add(argument);
      }
    }
    if (names.isEmpty()) {
      return refuse(USAGE);
    }
    List<PlacementReport> reports = new ArrayList<>();
    int code = 0;
    try (Connection connection = ConnectionFactory.createConnection(getConf());
        Admin admin = connection.getAdmin()) {
      for (String name : names) {
        PlacementReport report = report(admin, name);
        if (report == null) {
          code = 2;
        } else {
          reports.add(report);
          code = Math.max(code, report.isAllInPlace() ? 0 : 1);
        }
      }
    }
    if (json && (names.size() > 1 || !reports.isEmpty())) {
      PlacementReport.printJson(reports, names.size() > 1, out);
    } else if (!json) {
      for (PlacementReport report : reports) {
        report.printText(names.size() > 1, out);
      }
    }
    return code;
  }

  private @Nullable PlacementReport report(Admin admin, String name) throws IOException {
    try {
      TableDescriptor table = admin.getDescriptor(TableName.valueOf(name));
      return new PlacementReport(
          table.getTableName().getNameAsString(), new TablePlacement(getConf()).read(table));
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
