package org.tieredhdfs.rehearsal.example;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where an example's files land, by the table of its README.
 *
 * @param types storage types of the replicas of each block, sorted by name
 */
record Landings(Map<ExampleFile, List<String>> types) {
  private static final Pattern ROW = Pattern.compile("\\| ([^|]+) \\| ([A-Z0-9_, ]+) \\|");

  Landings {
    types = Collections.unmodifiableMap(new EnumMap<>(types));
  }

  /**
   * @throws IllegalArgumentException naming the row that is not known or missing
   */
  static Landings parse(String readme) {
    Map<ExampleFile, List<String>> types = new EnumMap<>(ExampleFile.class);
    readme.lines().map(ROW::matcher).filter(Matcher::matches).forEach(row -> put(types, row));
    for (ExampleFile file : ExampleFile.values()) {
      if (!types.containsKey(file) && !file.isOptional()) {
        throw new IllegalArgumentException("README.md: there is no row '" + file.title() + "'");
      }
    }
    return new Landings(types);
  }

  private static void put(Map<ExampleFile, List<String>> types, Matcher row) {
    ExampleFile file =
        ExampleFile.titled(row.group(1))
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "README.md: '" + row.group(1) + "' is no kind of file that is looked at"));
    types.put(file, sorted(List.of(row.group(2).split(", ", -1))));
  }

  static List<String> sorted(List<String> types) {
    List<String> sorted = new ArrayList<>(types);
    Collections.sort(sorted);
    return List.copyOf(sorted);
  }

  List<String> of(ExampleFile file) {
    return types.getOrDefault(file, List.of());
  }
}
