package org.tieredhdfs.tiering.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.tieredhdfs.tiering.image.FileInode;

/** How many files were selected, and how much they hold, by policy and owner. One thread. */
final class SelectionTotals {
  private static final int EXAMPLES = 10;

  private final FileSum all = new FileSum();
  private final Map<String, FileSum> byPolicy = new TreeMap<>();
  private final Map<String, FileSum> byOwner = new TreeMap<>();
  private final List<String> examples = new ArrayList<>();

  void add(FileInode file, String policy) {
    all.add(file.lengthBytes());
    byPolicy.computeIfAbsent(policy, name -> new FileSum()).add(file.lengthBytes());
    byOwner.computeIfAbsent(file.owner(), name -> new FileSum()).add(file.lengthBytes());
    if (examples.size() < EXAMPLES) {
      examples.add(file.path());
    }
  }

  String text() {
    return all.toString();
  }

  /** All of it, for people. */
  void print(PrintStream out) {
    print(out, "policy", byPolicy);
    print(out, "owner", byOwner);
    if (!examples.isEmpty()) {
      out.println("The first of them:");
      examples.forEach(path -> out.println("  " + FileInode.onOneLine(path)));
    }
  }

  private static void print(PrintStream out, String what, Map<String, FileSum> sums) {
    sums.entrySet().stream()
        .sorted(Comparator.comparingLong(entry -> -entry.getValue().bytes()))
        .forEach(
            entry ->
                out.printf(
                    Locale.ROOT, "  %-6s %-20s %s%n", what, entry.getKey(), entry.getValue()));
  }

  Map<String, Object> json() {
    Map<String, Object> json = all.json();
    json.put("byPolicy", json(byPolicy));
    json.put("byOwner", json(byOwner));
    json.put("examples", examples);
    return json;
  }

  private static Map<String, Object> json(Map<String, FileSum> sums) {
    Map<String, Object> json = new LinkedHashMap<>();
    sums.forEach((name, sum) -> json.put(name, sum.json()));
    return json;
  }
}
