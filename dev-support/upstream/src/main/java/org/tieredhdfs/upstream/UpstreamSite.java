package org.tieredhdfs.upstream;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The {@code hdfs-site.xml} that stands before Hadoop's own test configuration.
 *
 * <p>The first file of that name on the class path hides the others, so it repeats what the hidden
 * one sets: no security, and no lower bound on block sizes, which tests make tiny. Our built-in
 * policies are off, since there are tests that know how many policies there are.
 */
final class UpstreamSite {
  static final String FILE_NAME = "hdfs-site.xml";

  private final Map<String, String> values = new LinkedHashMap<>();

  UpstreamSite(Map<String, String> extra) {
    values.put("hadoop.security.authentication", "simple");
    values.put("dfs.namenode.fs-limits.min-block-size", "0");
    values.put("dfs.tiered.storage.builtin-policies", "false");
    values.putAll(extra);
  }

  /** Writes the file into a directory, which is made when it is missing. */
  void writeTo(Path directory) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve(FILE_NAME), text(), StandardCharsets.UTF_8);
  }

  String text() {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    values.forEach(
        (key, value) ->
            xml.append("  <property><name>")
                .append(escape(key))
                .append("</name><value>")
                .append(escape(value))
                .append("</value></property>\n"));
    return xml.append("</configuration>\n").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
