package org.tieredhdfs.tiering.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.tieredhdfs.tiering.image.FileInode;

/** Prints what was selected, as the options say. Used by one thread. */
final class SelectionOutput {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PATHS_BETWEEN_LOOKS = 4096;

  private final SelectOptions options;
  private final PrintStream out;
  private final PrintStream err;

  /** Of many paths in one piece; {@code out} itself writes each line. */
  private final PrintStream paths;

  private final SelectionTotals totals = new SelectionTotals();
  private long files;
  private long printed;
  private long leftOut;

  SelectionOutput(SelectOptions options, PrintStream out, PrintStream err) {
    this.options = options;
    this.out = out;
    this.err = err;
    this.paths =
        new PrintStream(new BufferedOutputStream(out, 1 << 16), false, StandardCharsets.UTF_8);
  }

  /** Counts a file of the image. */
  void count() {
    files++;
  }

  /**
   * Adds a selected file.
   *
   * @throws IOException if nobody reads what is printed any more
   */
  void add(FileInode file, String policy) throws IOException {
    totals.add(file, policy);
    if (options.isSummary()) {
      return;
    }
    String path = file.path();
    if (options.isJson()) {
      paths.println(JSON.writeValueAsString(json(file, path, policy)));
    } else if (holdsSeparator(path)) {
      leftOut++;
    } else {
      paths.print(path);
      paths.print(options.isNulSeparated() ? '\0' : '\n');
    }
    if (++printed % PATHS_BETWEEN_LOOKS == 0) {
      requirePrinted();
    }
  }

  /** Whether the reader of the output would take a path for two. */
  private boolean holdsSeparator(String path) {
    return options.isNulSeparated()
        ? path.indexOf('\0') >= 0
        : path.indexOf('\n') >= 0 || path.indexOf('\r') >= 0;
  }

  private void requirePrinted() throws IOException {
    paths.flush();
    if (out.checkError()) {
      throw new IOException("not all could be printed");
    }
  }

  private static Map<String, Object> json(FileInode file, String path, String policy) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("path", path);
    json.put("inode", file.number());
    json.put("bytes", file.lengthBytes());
    json.put("replication", file.replication());
    json.put("owner", file.owner());
    json.put("group", file.group());
    json.put("policy", policy);
    json.put("lastWrittenMs", file.writtenMs());
    json.put("lastReadMs", file.readMs());
    return json;
  }

  /**
   * Prints the end.
   *
   * @param transactionsSince how many the image does not have; -1 if that is not known
   * @throws IOException if not all was printed
   */
  void end(String image, long transactionsSince) throws IOException {
    if (options.isSummary() && options.isJson()) {
      Map<String, Object> json = new LinkedHashMap<>();
      json.put("image", image);
      json.put("transactionsSince", transactionsSince);
      json.put("filesInImage", files);
      json.putAll(totals.json());
      out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json));
    } else {
      (options.isSummary() ? out : err)
          .printf(
              Locale.ROOT,
              "%s%s: %s, of %,d files%n",
              image,
              transactionsSince < 0
                  ? ""
                  : String.format(Locale.ROOT, " (%,d transactions ago)", transactionsSince),
              totals.text(),
              files);
      if (options.isSummary()) {
        totals.print(out);
      }
    }
    requirePrinted();
    if (leftOut > 0) {
      throw new IOException(
          leftOut + " paths hold what ends a path here, and were left out; --json has them");
    }
  }
}
