package org.tieredhdfs.rehearsal.example;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Reads the tables that commands of HBase's shell make: as much of its language as the examples
 * use, since the shell itself is in no artifact.
 */
final class ShellTables {
  /** With the splits that YCSB's documentation recommends, or without. */
  private static final Pattern CREATE =
      Pattern.compile(
          "create '([^']+)', \\{(.+?)\\}(?:, SPLITS => \\(1\\.\\.\\.(\\d+)\\)\\.map"
              + " \\{ \\|i\\| \"user#\\{1000 \\+ i \\* 8223 / \\3\\}\" \\})?");

  private static final Pattern CONFIGURATION = Pattern.compile("CONFIGURATION => \\{([^}]*)\\}");
  private static final Pattern VALUE = Pattern.compile("'([^']+)' => '([^']*)'");
  private static final Pattern ATTRIBUTE =
      Pattern.compile("(NAME|IS_MOB|MOB_THRESHOLD) => ('[^']*'|true|\\d+)");

  private ShellTables() {}

  /** A table that a command creates. */
  record Created(TableDescriptor descriptor, List<String> splits) {
    String name() {
      return descriptor.getTableName().getNameAsString();
    }
  }

  /**
   * The tables in order.
   *
   * @throws IllegalArgumentException with the line that is not understood
   */
  static List<Created> parse(String commands) {
    List<Created> tables = new ArrayList<>();
    for (String line : commands.lines().map(String::strip).toList()) {
      if (!line.isEmpty() && !line.startsWith("#")) {
        tables.add(table(line));
      }
    }
    return tables;
  }

  private static Created table(String line) {
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
      value.results().forEach(one -> builder.setConfiguration(one.group(1), one.group(2)));
      requireNothingLeft(line, value.replaceAll(""));
    }
    TableDescriptor descriptor =
        TableDescriptorBuilder.newBuilder(TableName.valueOf(create.group(1)))
            .setColumnFamily(builder.build())
            .build();
    return new Created(descriptor, splits(create.group(3)));
  }

  private static List<String> splits(@Nullable String regions) {
    int count = regions == null ? 1 : Integer.parseInt(regions);
    return IntStream.range(1, count).mapToObj(i -> "user" + (1000 + i * 8223 / count)).toList();
  }

  private static ColumnFamilyDescriptorBuilder family(String line, String attributes) {
    Matcher attribute = ATTRIBUTE.matcher(attributes);
    Map<String, String> values = new HashMap<>();
    attribute.results().forEach(one -> values.put(one.group(1), one.group(2).replace("'", "")));
    requireNothingLeft(line, attribute.replaceAll(""));
    byte[] name = Bytes.toBytes(values.getOrDefault("NAME", ""));
    values.remove("NAME");
    ColumnFamilyDescriptorBuilder builder = ColumnFamilyDescriptorBuilder.newBuilder(name);
    values.forEach(builder::setValue);
    return builder;
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
