package org.tieredhdfs.localcluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;

/** Reads one managed bean from the JMX page of a Hadoop daemon. */
public final class JmxPage {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int CONNECT_TIMEOUT_MS = 2_000;
  private static final int READ_TIMEOUT_MS = 5_000;

  private JmxPage() {}

  /**
   * @param address host and port of the daemon's HTTP server
   * @param bean full name of the bean
   * @throws IOException if the daemon does not answer, or not with that bean
   */
  public static JsonNode read(String address, String bean) throws IOException {
    URLConnection connection =
        URI.create("http://" + address + "/jmx?qry=" + bean).toURL().openConnection();
    connection.setConnectTimeout(CONNECT_TIMEOUT_MS);
    connection.setReadTimeout(READ_TIMEOUT_MS);
    try (InputStream in = connection.getInputStream()) {
      JsonNode beans = JSON.readTree(in).path("beans");
      if (beans.isEmpty()) {
        throw new IOException(address + " has no bean " + bean);
      }
      return beans.get(0);
    }
  }

  /** A document inside an attribute, as Hadoop likes to have them. */
  public static JsonNode inner(JsonNode bean, String attribute) throws IOException {
    return JSON.readTree(bean.path(attribute).asText("{}"));
  }
}
