package org.tieredhdfs.mover.web;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.http.HttpConfig;
import org.apache.hadoop.http.HttpServer2;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.authorize.AccessControlList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.mover.conf.WebKeys;
import org.tieredhdfs.mover.rpc.HostAndPort;
import org.tieredhdfs.mover.status.ServiceReport;

/** The service's page on Hadoop's own HTTP server, with Hadoop's filters. */
public final class WebFront implements AutoCloseable {
  static final String REPORT = "filemover.report";
  static final String HEALTH = "filemover.health";

  private static final Logger LOG = LoggerFactory.getLogger(WebFront.class);
  private static final String NAME = "filemover";
  private static final String AUTHENTICATION = "hadoop.http.authentication.kerberos.";

  private final HttpServer2 server;
  private final String scheme;

  /** Starts the web server of an active instance. */
  public WebFront(Configuration configured, Supplier<ServiceReport> service) throws IOException {
    this(configured, () -> health(service.get()), service);
  }

  /** Starts the web server of a standby, which shows only its health. */
  public static WebFront ofStandby(Configuration configured) throws IOException {
    return new WebFront(configured, () -> Map.of("state", "standby"), null);
  }

  private static Map<String, Object> health(ServiceReport report) {
    return Map.of(
        "state", "working",
        "sinceMs", report.startedMs(),
        "open", report.open(),
        "oldestAgeMs", report.oldestAgeMs(),
        "transactionsBehind", report.transactionsBehind());
  }

  private WebFront(
      Configuration configured,
      Supplier<Map<String, Object>> health,
      @Nullable Supplier<ServiceReport> service)
      throws IOException {
    Configuration conf = new Configuration(configured);
    HttpServer2.Builder builder =
        new HttpServer2.Builder()
            .setName(NAME)
            .setConf(conf)
            .setACL(new AccessControlList(conf.get(DFSConfigKeys.DFS_ADMIN, " ")))
            .setSecurityEnabled(UserGroupInformation.isSecurityEnabled())
            .setUsernameConfKey(AUTHENTICATION + "principal")
            .setKeytabConfKey(AUTHENTICATION + "keytab");
    HttpConfig.Policy policy = DFSUtil.getHttpPolicy(conf);
    if (policy.isHttpEnabled()) {
      builder.addEndpoint(endpoint("http", WebKeys.HTTP_ADDRESS, conf));
    }
    if (policy.isHttpsEnabled()) {
      DFSUtil.loadSslConfToHttpServerBuilder(builder, DFSUtil.loadSslConfiguration(conf));
      builder.addEndpoint(endpoint("https", WebKeys.HTTPS_ADDRESS, conf));
    }
    // if both are enabled, prefer HTTP
    scheme = policy.isHttpEnabled() ? "http" : "https";
    server = builder.build();
    server.setAttribute(HEALTH, health);
    server.addServlet("health", "/health", HealthServlet.class);
    if (service != null) {
      server.setAttribute(REPORT, service);
      server.addServlet("page", "/status", PageServlet.class);
      server.addServlet("figures", "/status.json", FiguresServlet.class);
    }
    server.start();
    LOG.info("{} at {}", service == null ? "Health check" : "Web page", url());
  }

  private static URI endpoint(String scheme, ConfigKey key, Configuration conf) {
    return URI.create(scheme + "://" + NetUtils.getHostPortString(HostAndPort.of(key, conf)));
  }

  public InetSocketAddress address() {
    return server.getConnectorAddress(0);
  }

  /** The URL of the page. */
  public String url() {
    return scheme + "://" + NetUtils.getHostPortString(address());
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      LOG.warn("Cannot stop the web server cleanly", e);
    }
  }
}
