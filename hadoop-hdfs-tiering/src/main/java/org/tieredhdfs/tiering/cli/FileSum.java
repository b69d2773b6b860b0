package org.tieredhdfs.tiering.cli;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.util.StringUtils;

/** How many files, and how many bytes they hold. One thread. */
final class FileSum {
  private long files;
  private long bytes;

  void add(long fileBytes) {
    files++;
    bytes += fileBytes;
  }

  long bytes() {
    return bytes;
  }

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("files", files);
    json.put("bytes", bytes);
    return json;
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "%,d files, %s", files, StringUtils.byteDesc(bytes));
  }
}
