package org.tieredhdfs.rehearsal.stock;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.process.FreePorts;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** HttpFS and a Router with stock jars in front of a cluster, as far as they are asked for. */
final class Gateways implements AutoCloseable {
  private static final String HTTPFS_CLASS =
      "org.apache.hadoop.fs.http.server.HttpFSServerWebServer";
  private static final String ROUTER_CLASS =
      "org.apache.hadoop.hdfs.server.federation.router.DFSRouter";
  private static final String NAMESERVICE = "tiered";
  private static final int OK = 200;
  private static final String LOGGING =
      """
      log4j.rootLogger=INFO,console
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %p %c{1}: %m%n
      """;

  private final ClusterView view;
  private final String classPath;
  private final Path folder;
  private final Map<String, GatewayProcess> running = new LinkedHashMap<>();

  private Gateways(ClusterView view, String classPath, Path folder) {
    this.view = view;
    this.classPath = classPath;
    this.folder = folder;
  }

  /**
   * Starts those that clients need, and waits until they answer.
   *
   * @param clients that will be tried
   * @param classPath of both and their Hadoop
   * @param folder for their configuration and state
   * @throws ClusterException with what one said if it does not come up
   */
  static Gateways start(ClusterView view, List<String> clients, String classPath, Path folder)
      throws IOException, ClusterException, InterruptedException {
    Gateways gateways = new Gateways(view, classPath, folder);
    boolean isUp = false;
    try {
      if (clients.contains(StockClient.HTTPFS)) {
        gateways.running.put(StockClient.HTTPFS, gateways.httpFs());
      }
      if (clients.contains(StockClient.ROUTER)) {
        gateways.running.put(StockClient.ROUTER, gateways.router());
      }
      isUp = true;
      return gateways;
    } finally {
      if (!isUp) {
        gateways.close();
      }
    }
  }

  /** Host and port of the one that a client needs. */
  String address(String client) {
    GatewayProcess gateway = running.get(client);
    if (gateway == null) {
      throw new IllegalArgumentException(client + " has no gateway");
    }
    return gateway.address();
  }

  private GatewayProcess httpFs() throws IOException, ClusterException, InterruptedException {
    Path home = folder.resolve("httpfs");
    for (String name : List.of("conf", "log", "temp")) {
      Files.createDirectories(home.resolve(name));
    }
    Path conf = home.resolve("conf");
    Files.writeString(conf.resolve("log4j.properties"), LOGGING);
    int port = FreePorts.pick(1).get(0);
    Files.writeString(conf.resolve("httpfs-signature.secret"), "of one run, on 127.0.0.1");
    Files.writeString(
        conf.resolve("core-site.xml"), view.siteXml(Map.of("fs.defaultFS", view.defaultFs())));
    Files.writeString(
        conf.resolve("httpfs-site.xml"),
        view.siteXml(
            Map.of(
                "httpfs.http.port",
                Integer.toString(port),
                "httpfs.http.hostname",
                GatewayProcess.HOST)));
    ProcessBuilder builder = view.foreignTool(conf, classPath, HTTPFS_CLASS, List.of());
    builder
        .environment()
        .put(
            "JDK_JAVA_OPTIONS",
            String.format(
                "-Dhttpfs.home.dir=%1$s -Dhttpfs.config.dir=%1$s/conf -Dhttpfs.log.dir=%1$s/log"
                    + " -Dhttpfs.temp.dir=%1$s/temp",
                home));
    return GatewayProcess.start(
        builder, port, view.dirs().logs().resolve("httpfs.out"), Gateways::httpAnswers);
  }

  private static boolean httpAnswers(String address) throws IOException, InterruptedException {
    URI uri =
        URI.create(
            String.format(
                "http://%s/webhdfs/v1/?op=GETFILESTATUS&user.name=%s",
                address, System.getProperty("user.name")));
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode() == OK;
  }

  /** One for the whole name space: what no mount table names goes to the one cluster there is. */
  private GatewayProcess router() throws IOException, ClusterException, InterruptedException {
    Path home = folder.resolve("router");
    Path conf = Files.createDirectories(home.resolve("conf"));
    Files.writeString(conf.resolve("log4j.properties"), LOGGING);
    int port = FreePorts.pick(1).get(0);
    String prefix = "dfs.federation.router.";
    Map<String, String> settings = new TreeMap<>();
    settings.put("dfs.nameservices", NAMESERVICE);
    settings.put(
        "dfs.namenode.rpc-address." + NAMESERVICE, URI.create(view.defaultFs()).getAuthority());
    settings.put("dfs.namenode.http-address." + NAMESERVICE, view.record().nameNodeHttp());
    settings.put(prefix + "rpc-address", GatewayProcess.HOST + ":" + port);
    settings.put(prefix + "rpc-bind-host", GatewayProcess.HOST);
    settings.put(prefix + "default.nameserviceId", NAMESERVICE);
    settings.put(prefix + "monitor.namenode", NAMESERVICE);
    settings.put(prefix + "monitor.localnamenode.enable", "false");
    // no published artifact has its web pages
    settings.put(prefix + "http.enable", "false");
    settings.put(prefix + "admin.enable", "false");
    settings.put(prefix + "safemode.enable", "false");
    settings.put(prefix + "quota.enable", "true");
    settings.put(prefix + "heartbeat.interval", "1000");
    settings.put(prefix + "cache.ttl", "1s");
    settings.put(
        prefix + "store.driver.class",
        "org.apache.hadoop.hdfs.server.federation.store.driver.impl.StateStoreFileImpl");
    settings.put(prefix + "store.driver.file.directory", home.resolve("store").toString());
    Files.writeString(
        conf.resolve("core-site.xml"), view.siteXml(Map.of("fs.defaultFS", view.defaultFs())));
    Files.writeString(conf.resolve("hdfs-rbf-site.xml"), view.siteXml(settings));
    return GatewayProcess.start(
        view.foreignTool(conf, classPath, ROUTER_CLASS, List.of()),
        port,
        view.dirs().logs().resolve("router.out"),
        Gateways::rpcAnswers);
  }

  private static boolean rpcAnswers(String address) throws IOException {
    Configuration conf = new Configuration();
    conf.setInt("ipc.client.connect.max.retries", 0);
    try (FileSystem fs = FileSystem.newInstance(URI.create("hdfs://" + address), conf)) {
      return fs.getFileStatus(new org.apache.hadoop.fs.Path("/")).isDirectory();
    }
  }

  @Override
  public void close() {
    running.values().forEach(GatewayProcess::close);
  }
}
