package org.tieredhdfs.rehearsal.example;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Reads the tables that commands of HBase's shell make: as much of its language as the examples
 * use, since the shell itself is in no artifact.
 */
final class ShellTables {
  private static final Pattern CREATE = Pattern.compile("create '([^']+)', \\{(.+)\\}");
  private static final Pattern CONFIGURATION = Pattern.compile("CONFIGURATION => \\{([^}]*)\\}");
  private static final Pattern VALUE = Pattern.compile("'([^']+)' => '([^']*)'");
  private static final Pattern ATTRIBUTE =
      Pattern.compile("(NAME|IS_MOB|MOB_THRESHOLD) => ('[^']*'|true|\\d+)");

  private ShellTables() {}

  /**
   * The tables in order.
   *
   * @throws IllegalArgumentException with the line that is not understood
   */
  static List<TableDescriptor> parse(String commands) {
    List<TableDescriptor> tables = new ArrayList<>();
    for (String line : commands.lines().map(String::strip).toList()) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        tables.add(table(line));
      }
    }
    return tables;
  }

  private static TableDescriptor table(String line) {
    Matcher create = CREATE.matcher(line);
    if (!create.matches()) {
      throw refusal(line);
    }
    String family = create.group(2);
    Matcher configuration = CONFIGURATION.matcher(family);
    String attributes = configuration.replaceAll("");
    ColumnFamilyDescriptorBuilder builder = family(line, attributes);
    configuration.reset();
    while (configuration.find()) {
      Matcher value = VALUE.matcher(configuration.group(1));
      while (value.find()) {
        builder.setConfiguration(value.group(1), value.group(2));
      }
      requireNothingLeft(line, value.replaceAll(""));
    }
    return TableDescriptorBuilder.newBuilder(TableName.valueOf(create.group(1)))
        .setColumnFamily(builder.build())
        .build();
  }

  private static ColumnFamilyDescriptorBuilder family(String line, String attributes) {
    String name = "";
    boolean mob = false;
    long mobThresholdBytes = 0;
    Matcher attribute = ATTRIBUTE.matcher(attributes);
    while (attribute.find()) {
      String value = attribute.group(2).replace("'", "");
      switch (attribute.group(1)) {
        case "NAME" -> name = value;
        case "IS_MOB" -> mob = Boolean.parseBoolean(value);
        default -> mobThresholdBytes = Long.parseLong(value);
      }
    }
    requireNothingLeft(line, attribute.replaceAll(""));
    ColumnFamilyDescriptorBuilder builder =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes(name));
    return mob ? builder.setMobEnabled(true).setMobThreshold(mobThresholdBytes) : builder;
  }

  private static void requireNothingLeft(String line, String rest) {
    if (!rest.replaceAll("[,\\s]", "").isEmpty()) {
      throw refusal(line);
    }
  }

  private static IllegalArgumentException refusal(String line) {
    return new IllegalArgumentException("tables.rb: '" + line + "' is not understood");
  }
}
