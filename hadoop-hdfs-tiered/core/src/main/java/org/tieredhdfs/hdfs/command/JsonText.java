package org.tieredhdfs.hdfs.command;

/**
 * Strings as JSON writes them.
 *
 * <p>Stateless.
 */
public final class JsonText {
  private JsonText() {}

  /** The string in quotation marks; what JSON does not allow in it is escaped. */
  public static String quote(String text) {
    StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        quoted.append('\\').append(c);
      } else if (c < ' ') {
        quoted.append(String.format("\\u%04x", (int) c));
      } else {
        quoted.append(c);
      }
    }
    return quoted.append('"').toString();
  }
}
