package org.tieredhdfs.localcluster.conf;

import java.util.Map;

/** The text of a Hadoop configuration file. */
public final class SiteXml {
  private SiteXml() {}

  /**
   * @param settings key to value
   */
  public static String of(Map<String, String> settings) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    settings.forEach(
        (key, value) ->
            xml.append("  <property>\n    <name>")
                .append(escape(key))
                .append("</name>\n    <value>")
                .append(escape(value))
                .append("</value>\n  </property>\n"));
    return xml.append("</configuration>\n").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
