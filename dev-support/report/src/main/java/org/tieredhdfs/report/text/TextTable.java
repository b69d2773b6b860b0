package org.tieredhdfs.report.text;

import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns that are as wide as they have to be. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(String... header) {
    rows.add(List.of(header));
  }

  public void add(String... cells) {
    rows.add(List.of(cells));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int column = 0; column < row.size(); column++) {
        line.append(row.get(column)).append(" ".repeat(gap(row, column)));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }

  private int gap(List<String> row, int column) {
    int width = rows.stream().mapToInt(other -> other.get(column).length()).max().orElse(0);
    return width - row.get(column).length() + 2;
  }
}
