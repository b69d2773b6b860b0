package org.tieredhdfs.hbase.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;

/** Rows of placement, written as a table for people or as JSON for programs. */
record PlacementReport(String table, List<PlacementRow> rows) {
  private static final String LINE = "%-16s %-16s %8s  %-14s %12s %14s%n";
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

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
    List<Map<String, Object>> tables = reports.stream().map(PlacementReport::json).toList();
    Object json = asList ? Map.of("tables", tables) : tables.get(0);
    out.println(MAPPER.writeValueAsString(json));
  }

  private Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("table", table);
    json.put("placement", rows.stream().map(PlacementReport::json).toList());
    return json;
  }

  private static Map<String, Object> json(PlacementRow row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("family", row.family());
    json.put("fileClass", row.fileClass().name().toLowerCase(Locale.ROOT));
    json.put("files", row.files());
    json.put("bytes", row.bytes());
    json.put("bytesOutOfPlace", row.bytesOutOfPlace());
    return json;
  }

  private static String inUnits(long bytes) {
    return TraditionalBinaryPrefix.long2String(bytes, "B", 1);
  }
}
