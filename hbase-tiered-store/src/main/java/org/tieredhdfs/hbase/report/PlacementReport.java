package org.tieredhdfs.hbase.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** Writes rows of placement as a table for people or as JSON for programs. */
final class PlacementReport {
  private static final String LINE = "%-16s %-16s %8s  %-14s %12s %14s%n";

  private final String table;
  private final List<PlacementRow> rows;

  PlacementReport(String table, List<PlacementRow> rows) {
    this.table = table;
    this.rows = rows;
  }

  boolean isAllInPlace() {
    return rows.stream().allMatch(row -> row.bytesOutOfPlace() == 0);
  }

  /**
   * @param withName whether the table's name stands above
   */
  void printText(boolean withName, PrintStream out) {
    if (withName) {
      out.println("TABLE " + table);
    }
    out.printf(
        Locale.ROOT, LINE, "FAMILY", "CLASS", "FILES", "STORAGE TYPE", "BYTES", "OUT OF PLACE");
    for (PlacementRow row : rows) {
      String files = Integer.toString(row.files());
      String outOfPlace = inUnits(row.bytesOutOfPlace());
      String label = row.fileClass().name().toLowerCase(Locale.ROOT).replace('_', '-');
      for (Map.Entry<StorageType, Long> entry : row.bytes().entrySet()) {
        String bytes = inUnits(entry.getValue());
        out.printf(
            Locale.ROOT, LINE, row.family(), label, files, entry.getKey(), bytes, outOfPlace);
        files = "";
        outOfPlace = "";
      }
    }
    if (rows.isEmpty()) {
      out.println("table " + table + " has no files; flush it first");
    }
  }

  /**
   * Sizes in bytes, replicas counted.
   *
   * @param asList whether they stand in a list, be it of one
   */
  static void printJson(List<PlacementReport> reports, boolean asList, PrintStream out)
      throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
      if (asList) {
        json.writeStartObject();
        json.writeArrayFieldStart("tables");
      }
      for (PlacementReport report : reports) {
        report.write(json);
      }
      if (asList) {
        json.writeEndArray();
        json.writeEndObject();
      }
    }
    out.println(text);
  }

  private void write(JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("table", table);
    json.writeArrayFieldStart("placement");
    for (PlacementRow row : rows) {
      json.writeStartObject();
      json.writeStringField("family", row.family());
      json.writeStringField("fileClass", row.fileClass().name().toLowerCase(Locale.ROOT));
      json.writeNumberField("files", row.files());
      json.writeObjectFieldStart("bytes");
      for (Map.Entry<StorageType, Long> entry : row.bytes().entrySet()) {
        json.writeNumberField(entry.getKey().name(), entry.getValue());
      }
      json.writeEndObject();
      json.writeNumberField("bytesOutOfPlace", row.bytesOutOfPlace());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static String inUnits(long bytes) {
    return TraditionalBinaryPrefix.long2String(bytes, "B", 1);
  }
}
