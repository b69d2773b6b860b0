package org.tieredhdfs.localcluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLConnection;

/** Reads managed beans from the JMX page of a Hadoop daemon. */
public final class JmxPage {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int CONNECT_TIMEOUT_MS = 2_000;
  private static final int READ_TIMEOUT_MS = 5_000;

  private JmxPage() {}

  /**
   * The first bean of a name.
   *
   * @param address host and port of the daemon's HTTP server
   * @param bean full name of the bean
   * @throws IOException if the daemon does not answer, or not with that bean
   */
  public static JsonNode read(String address, String bean) throws IOException {
    JsonNode beans = readAll(address, bean);
    if (beans.isEmpty()) {
      throw new IOException(address + " has no bean " + bean);
    }
    return beans.get(0);
  }

  /**
   * All beans whose names match; there may be none.
   *
   * @param address host and port of the daemon's HTTP server
   * @param pattern a name with {@code *} for what may be anything
   * @throws IOException if the daemon does not answer
   */
  public static JsonNode readAll(String address, String pattern) throws IOException {
    return get("http://" + address + "/jmx?qry=" + pattern).path("beans");
  }

  /** A document of JSON at an address. */
  static JsonNode get(String url) throws IOException {
    URLConnection connection = URI.create(url).toURL().openConnection();
    connection.setConnectTimeout(CONNECT_TIMEOUT_MS);
    connection.setReadTimeout(READ_TIMEOUT_MS);
    try (InputStream in = connection.getInputStream()) {
      return JSON.readTree(in);
    }
  }

  /** A document inside an attribute, as Hadoop likes to have them. */
  public static JsonNode inner(JsonNode bean, String attribute) throws IOException {
    return JSON.readTree(bean.path(attribute).asText("{}"));
  }
}
