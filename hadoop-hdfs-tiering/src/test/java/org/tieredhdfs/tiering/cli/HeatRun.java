package org.tieredhdfs.tiering.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** Runs {@code filemover report --heat}. */
final class HeatRun {
  private HeatRun() {}

  /** What it prints. */
  static String text(Configuration conf, String... words) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    List<String> all = new ArrayList<>(List.of("--heat"));
    all.addAll(List.of(words));
    new HeatCommand(
            conf,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8))
        .run(all);
    return out.toString(StandardCharsets.UTF_8);
  }

  static JsonNode json(Configuration conf, String... words) throws IOException {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--json");
    return new ObjectMapper().readTree(text(conf, all.toArray(new String[0])));
  }

  /** The row of a table whose first cells are these. */
  static JsonNode row(JsonNode json, String table, String... words) {
    for (JsonNode row : json.get(table)) {
      List<String> cells = new ArrayList<>();
      row.elements().forEachRemaining(cell -> cells.add(cell.asText()));
      if (cells.subList(0, words.length).equals(List.of(words))) {
        return row;
      }
    }
    throw new AssertionError(List.of(words) + " is not in " + json.get(table));
  }
}
