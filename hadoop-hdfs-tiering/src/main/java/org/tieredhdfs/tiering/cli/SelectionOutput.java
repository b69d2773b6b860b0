package org.tieredhdfs.tiering.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import org.tieredhdfs.tiering.image.FileInode;
import org.tieredhdfs.tiering.rule.PolicyNames;

/** Prints the files that are wanted, as the options say. Used by one thread. */
final class SelectionOutput implements Selection {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PATHS_BETWEEN_LOOKS = 4096;

  private final boolean isSummary;
  private final boolean isNulSeparated;
  private final boolean isJson;
  private final Predicate<FileInode> wanted;
  private final PolicyNames policies;
  private final PrintStream out;
  private final PrintStream err;

  /** Of many paths in one piece; {@code out} itself writes each line. */
  private final PrintStream paths;

  private final SelectionTotals totals = new SelectionTotals();
  private long files;
  private long printed;
  private long leftOut;

  SelectionOutput(
      ImageOptions options,
      Predicate<FileInode> wanted,
      PolicyNames policies,
      PrintStream out,
      PrintStream err) {
    this.isSummary = options.has("summary");
    this.isNulSeparated = options.has("null");
    this.isJson = options.has("json");
    this.wanted = wanted;
    this.policies = policies;
    this.out = out;
    this.err = err;
    this.paths =
        new PrintStream(new BufferedOutputStream(out, 1 << 16), false, StandardCharsets.UTF_8);
  }

  @Override
  public void visit(FileInode file) throws IOException {
    files++;
    if (wanted.test(file)) {
      add(file, policies.name(file.policy()));
    }
  }

  private void add(FileInode file, String policy) throws IOException {
    totals.add(file, policy);
    if (isSummary) {
      return;
    }
    String path = file.path();
    if (isJson) {
      paths.println(JSON.writeValueAsString(json(file, path, policy)));
    } else if (holdsSeparator(path)) {
      leftOut++;
    } else {
      paths.print(path);
      paths.print(isNulSeparated ? '\0' : '\n');
    }
    if (++printed % PATHS_BETWEEN_LOOKS == 0) {
      paths.flush();
      requirePrinted(out);
    }
  }

  /** Whether the reader of the output would take a path for two. */
  private boolean holdsSeparator(String path) {
    return isNulSeparated
        ? path.indexOf('\0') >= 0
        : path.indexOf('\n') >= 0 || path.indexOf('\r') >= 0;
  }

  /**
   * @throws IOException if nobody reads what is printed any more
   */
  static void requirePrinted(PrintStream out) throws IOException {
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

  @Override
  public void end(String image, long transactionsSince) throws IOException {
    paths.flush();
    if (isSummary && isJson) {
      Map<String, Object> json = head(image, transactionsSince);
      json.put("filesInImage", files);
      json.putAll(totals.json());
      print(out, json);
    } else {
      (isSummary ? out : err)
          .printf(
              Locale.ROOT,
              "%s: %s, of %,d files%n",
              headline(image, transactionsSince),
              totals.text(),
              files);
      if (isSummary) {
        totals.print(out);
      }
    }
    requirePrinted(out);
    if (leftOut > 0) {
      throw new IOException(
          leftOut + " paths hold what ends a path here, and were left out; --json has them");
    }
  }

  /** How old an image is, as an object of JSON begins. */
  static Map<String, Object> head(String image, long transactionsSince) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("image", image);
    json.put("transactionsSince", transactionsSince);
    return json;
  }

  static void print(PrintStream out, Map<String, Object> json) throws IOException {
    out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(json));
  }

  /** How old an image is, for people. */
  static String headline(String image, long transactionsSince) {
    return transactionsSince < 0
        ? image
        : String.format(Locale.ROOT, "%s (%,d transactions ago)", image, transactionsSince);
  }
}
