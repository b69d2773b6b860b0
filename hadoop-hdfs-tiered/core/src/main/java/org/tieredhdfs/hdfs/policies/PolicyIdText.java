package org.tieredhdfs.hdfs.policies;

/** The id of a policy as text: the attribute of a directory holds it as one byte. */
public final class PolicyIdText {
  private PolicyIdText() {}

  /**
   * Whether a character is lost when XML is read that holds it unescaped: tab, line feed and
   * carriage return count as white space, and the last one is read as a line feed besides.
   */
  public static boolean isLostInXml(int codePoint) {
    return codePoint == '\t' || codePoint == '\n' || codePoint == '\r';
  }
}
