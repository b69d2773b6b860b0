package org.tieredhdfs.hdfs.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.web.URLConnectionFactory;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authentication.client.AuthenticationException;

/**
 * Reads a daemon's JMX beans from its web server, with Hadoop's authentication.
 *
 * <p>Used by one thread.
 */
public final class JmxBeans {
  private final URLConnectionFactory connections;

  public JmxBeans(Configuration conf) {
    this.connections = URLConnectionFactory.newDefaultURLConnectionFactory(conf);
  }

  /**
   * A bean of a daemon; an empty object if it has none of that name.
   *
   * @param server the daemon's web server
   */
  public JsonNode read(URI server, String service, String name) throws IOException {
    try {
      String query = "qry=Hadoop:service=" + service + ",name=" + name;
      URL url =
          new URI(server.getScheme(), null, server.getHost(), server.getPort(), "/jmx", query, null)
              .toURL();
      URLConnection connection =
          connections.openConnection(url, UserGroupInformation.isSecurityEnabled());
      try (InputStream in = connection.getInputStream()) {
        return new ObjectMapper().readTree(in).path("beans").path(0);
      }
    } catch (URISyntaxException | AuthenticationException e) {
      throw new IOException("cannot ask " + server + ": " + e.getMessage(), e);
    }
  }
}
