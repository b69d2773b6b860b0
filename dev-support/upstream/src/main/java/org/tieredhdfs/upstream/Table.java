package org.tieredhdfs.upstream;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Rows of cells under a header, for a terminal or a page. */
final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  Table(List<String> header) {
    add(header);
  }

  void add(List<String> row) {
    rows.add(List.copyOf(row));
  }

  /**
   * The table with its columns aligned: the first and the last to the left, figures to the right.
   */
  String text() {
    int last = rows.get(0).size() - 1;
    int[] widths =
        IntStream.rangeClosed(0, last)
            .map(column -> rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0))
            .toArray();
    return rows.stream()
        .map(
            row ->
                IntStream.rangeClosed(0, last)
                    .mapToObj(column -> pad(row.get(column), widths[column], column % last != 0))
                    .collect(Collectors.joining("  "))
                    .stripTrailing())
        .collect(Collectors.joining("\n", "", "\n"));
  }

  /** The table as Markdown. */
  String markdown() {
    List<String> lines = new ArrayList<>();
    rows.forEach(row -> lines.add("| " + String.join(" | ", row) + " |"));
    lines.add(1, "|" + "---|".repeat(rows.get(0).size()));
    return String.join("\n", lines) + "\n";
  }

  private static String pad(String cell, int width, boolean toTheRight) {
    String blanks = " ".repeat(width - cell.length());
    return toTheRight ? blanks + cell : cell + blanks;
  }
}
