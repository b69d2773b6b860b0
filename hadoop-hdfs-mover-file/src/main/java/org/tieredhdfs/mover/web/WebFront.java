package org.tieredhdfs.mover.web;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSUtil;
import org.apache.hadoop.http.HttpServer2;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.rpc.HostAndPort;
import org.tieredhdfs.mover.service.ServiceReport;

/** The service's page on Hadoop's own HTTP server, with Hadoop's filters. */
public final class WebFront implements AutoCloseable {
  static final String REPORT = "filemover.report";

  private static final Logger LOG = LoggerFactory.getLogger(WebFront.class);
  private static final String NAME = "filemover";
  private static final String AUTHENTICATION = "hadoop.http.authentication.kerberos.";

  private final HttpServer2 server;

  /** Begins to answer. */
  public WebFront(Configuration configured, Supplier<ServiceReport> service) throws IOException {
    // the template changes it
    Configuration conf = new Configuration(configured);
    server =
        DFSUtil.getHttpServerTemplate(
                conf,
                HostAndPort.of(WebKeys.HTTP_ADDRESS, conf),
                HostAndPort.of(WebKeys.HTTPS_ADDRESS, conf),
                NAME,
                AUTHENTICATION + "principal",
                AUTHENTICATION + "keytab")
            .build();
    server.setAttribute(REPORT, service);
    server.addServlet("page", "/status", PageServlet.class);
    server.addServlet("figures", "/status.json", FiguresServlet.class);
    server.start();
    LOG.info("The page is at {}", server.getConnectorAddress(0));
  }

  public InetSocketAddress address() {
    return server.getConnectorAddress(0);
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      LOG.warn("The page's server was not stopped well", e);
    }
  }
}
