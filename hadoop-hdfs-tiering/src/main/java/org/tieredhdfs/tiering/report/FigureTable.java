package org.tieredhdfs.tiering.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.tiering.image.FileInode;

/**
 * A table of a report, whatever it is shown in, with its name in JSON. Rows have a cell for each
 * column, null for what is not known. A column without any other cell is left out.
 */
record FigureTable(
    String key, String title, List<Column> columns, List<List<@Nullable Object>> rows) {

  /** What a column holds. */
  enum Kind {
    WORD,
    BYTES,
    COUNT,
    /** A month's, in any currency. */
    COST,
    /** A step of it, up to which all counts; -1 for none. */
    AGE
  }

  /** A column, whose name is also that of a field in JSON. */
  record Column(String name, Kind kind) {
    boolean isWord() {
      return kind == Kind.WORD;
    }

    String text(@Nullable Object cell) {
      if (cell == null) {
        return "-";
      }
      return switch (kind) {
        // what moves a terminal's cursor does not
        case WORD -> FileInode.onOneLine((String) cell).replaceAll("\\p{Cntrl}", "\ufffd");
        case BYTES -> bytes((Long) cell);
        case COUNT -> String.format(Locale.ROOT, "%,d", (Long) cell);
        case COST -> String.format(Locale.ROOT, "%,.2f", (Double) cell);
        case AGE -> Ages.text((Integer) cell);
      };
    }
  }

  FigureTable(String key, String title) {
    this(key, title, new ArrayList<>(), new ArrayList<>());
  }

  FigureTable with(Kind kind, String... names) {
    for (String name : names) {
      columns.add(new Column(name, kind));
    }
    return this;
  }

  void add(@Nullable Object... cells) {
    rows.add(Arrays.asList(cells));
  }

  /** Bytes, for people. */
  static String bytes(long bytes) {
    return TraditionalBinaryPrefix.long2String(bytes, "B", 1);
  }

  String text(List<@Nullable Object> row, int column) {
    return columns.get(column).text(row.get(column));
  }

  /** The places of the columns that hold anything. */
  int[] shown() {
    return IntStream.range(0, columns.size())
        .filter(i -> rows.isEmpty() || rows.stream().anyMatch(row -> row.get(i) != null))
        .toArray();
  }

  /** Lines for a terminal: words begin, and figures end, below each other. */
  List<String> lines() {
    String[] lines = new String[rows.size() + 1];
    for (int column : shown()) {
      List<String> cells = new ArrayList<>(List.of(columns.get(column).name()));
      rows.forEach(row -> cells.add(text(row, column)));
      int width = cells.stream().mapToInt(String::length).max().orElse(0);
      for (int line = 0; line < lines.length; line++) {
        String cell = cells.get(line);
        String space = " ".repeat(2 + width - cell.length());
        String before = lines[line] == null ? "" : lines[line];
        lines[line] = before + (columns.get(column).isWord() ? cell + space : space + cell);
      }
    }
    return List.of(lines);
  }

  /** An object for each row: an age in milliseconds, nothing for any age, 0 for none. */
  List<Map<String, @Nullable Object>> json() {
    List<Map<String, @Nullable Object>> json = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      Map<String, @Nullable Object> one = new LinkedHashMap<>();
      for (int i : shown()) {
        boolean isAge = columns.get(i).kind() == Kind.AGE;
        String name = columns.get(i).name() + (isAge ? "Ms" : "");
        one.put(name, row.get(i) instanceof Integer step ? Ages.endMs(step) : row.get(i));
      }
      json.add(one);
    }
    return json;
  }
}
