package org.tieredhdfs.ycsb.study;

/** Writes a site file as a person would: a property a line, with comments between. */
final class SiteText {
  private static final int MAX_LINE = 110;

  private final StringBuilder text = new StringBuilder();

  SiteText(String about) {
    text.append("<?xml version=\"1.0\"?>\n<!-- ").append(about).append(" -->\n<configuration>\n");
  }

  void comment(String words) {
    text.append("  <!-- ").append(words).append(" -->\n");
  }

  void property(String name, String value) {
    String nameTag = "<name>" + name + "</name>";
    String valueTag = "<value>" + value + "</value>";
    String line = "  <property>" + nameTag + valueTag + "</property>";
    text.append(
        line.length() <= MAX_LINE
            ? line
            : "  <property>\n    " + nameTag + "\n    " + valueTag + "\n  </property>");
    text.append('\n');
  }

  String text() {
    return text + "</configuration>\n";
  }
}
