package org.tieredhdfs.launcher;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of the manual that is written from the code, between two marks of a page that people
 * write.
 *
 * @param page the Markdown file
 * @param name what the marks call it
 * @param rows the cells of each row, in Markdown; those of the header come first
 */
record GeneratedTable(Path page, String name, List<List<String>> rows) {

  /** Whether the page says what the code says. */
  boolean isCurrent() throws IOException {
    String text = Files.readString(page);
    return text.equals(withTable(text));
  }

  /** Replaces what stands between the marks. */
  void write() throws IOException {
    Files.writeString(page, withTable(Files.readString(page)));
  }

  private String withTable(String text) {
    String begin = "<!-- " + name + ", by " + ReferenceTest.COMMAND + " -->\n";
    String end = "<!-- end of " + name + " -->";
    int from = text.indexOf(begin);
    int to = text.indexOf(end, Math.max(0, from));
    if (from < 0 || to < 0) {
      throw new IllegalStateException(page + " has no marks '" + begin.strip() + "' and '" + end);
    }
    return text.substring(0, from + begin.length()) + table() + text.substring(to);
  }

  private String table() {
    String rule = "|" + "---|".repeat(rows.get(0).size()) + "\n";
    return row(rows.get(0))
        + rule
        + rows.stream().skip(1).map(GeneratedTable::row).collect(Collectors.joining());
  }

  private static String row(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
