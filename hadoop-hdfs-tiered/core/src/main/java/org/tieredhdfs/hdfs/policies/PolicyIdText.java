package org.tieredhdfs.hdfs.policies;

/** The id of a policy as text: the attribute of a directory holds it as one byte. */
public final class PolicyIdText {
  private PolicyIdText() {}

  /**
   * Whether a character may be lost when XML is read that holds it unescaped: tab, line feed and
   * carriage return are white space, which tools reformat, and the last is read as a line feed.
   */
  public static boolean isLostInXml(int codePoint) {
    return codePoint == '\t' || codePoint == '\n' || codePoint == '\r';
  }
}
