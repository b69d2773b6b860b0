package org.tieredhdfs.report.page;

/** Names as they fit into a chart. */
final class Labels {

  private static final int MAX_LENGTH = 28;

  private Labels() {}

  /** The name without what does not print, and its end if it is long. */
  static String shortened(String name) {
    String printable = name.replaceAll("\\p{Cntrl}+", " ").strip();
    return printable.length() <= MAX_LENGTH
        ? printable
        : printable.substring(0, MAX_LENGTH - 1) + "…";
  }
}
