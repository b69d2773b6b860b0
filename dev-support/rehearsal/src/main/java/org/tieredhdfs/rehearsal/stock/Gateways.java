package org.tieredhdfs.rehearsal.stock;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.process.FreePorts;
import org.tieredhdfs.localcluster.process.ProcessTermination;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.rehearsal.SiteResource;

/** HttpFS and a Router with stock jars in front of a cluster, as far as they are asked for. */
final class Gateways implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final int OK = 200;
  private static final int ATTEMPTS = 200;
  private static final long PAUSE_MS = 300;
  private static final long END_LIMIT_SEC = 10;
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
  private final List<Process> processes = new ArrayList<>();
  private final Map<StockClient, String> addresses = new EnumMap<>(StockClient.class);

  /** A request that fails until the server serves. */
  private interface Question {
    boolean isAnswered(String address) throws IOException, InterruptedException;
  }

  private Gateways(ClusterView view, String classPath, Path folder) {
    this.view = view;
    this.classPath = classPath;
    this.folder = folder;
  }

  /** Starts those that clients need, and waits until they answer. */
  static Gateways start(ClusterView view, List<StockClient> clients, String classPath, Path folder)
      throws IOException, ClusterException, InterruptedException {
    Gateways gateways = new Gateways(view, classPath, folder);
    try {
      if (clients.contains(StockClient.HTTPFS)) {
        gateways.startHttpFs();
      }
      if (clients.contains(StockClient.ROUTER)) {
        gateways.startRouter();
      }
      return gateways;
    } catch (IOException | ClusterException | InterruptedException | RuntimeException e) {
      gateways.close();
      throw e;
    }
  }

  /** Host and port of the one that a client needs. */
  String address(StockClient client) {
    return Objects.requireNonNull(addresses.get(client), client.column());
  }

  private void startHttpFs() throws IOException, ClusterException, InterruptedException {
    int port = FreePorts.pick(1).get(0);
    Path home = folder.resolve("httpfs");
    Files.createDirectories(home.resolve("log"));
    Files.createDirectories(home.resolve("temp"));
    Path conf =
        configure(
            home,
            "httpfs-site.xml",
            Map.of("httpfs.http.port", Integer.toString(port), "httpfs.http.hostname", HOST));
    Files.writeString(conf.resolve("httpfs-signature.secret"), "of one run, on 127.0.0.1");
    ProcessBuilder builder =
        view.foreignTool(
            conf, classPath, "org.apache.hadoop.fs.http.server.HttpFSServerWebServer", List.of());
    builder
        .environment()
        .put(
            "JDK_JAVA_OPTIONS",
            String.format(
                "-Dhttpfs.home.dir=%1$s -Dhttpfs.config.dir=%1$s/conf -Dhttpfs.log.dir=%1$s/log"
                    + " -Dhttpfs.temp.dir=%1$s/temp",
                home));
    start(StockClient.HTTPFS, builder, port, Gateways::httpAnswers);
  }

  private Path configure(Path home, String siteFile, Map<String, String> site) throws IOException {
    Path conf = Files.createDirectories(home.resolve("conf"));
    Files.writeString(conf.resolve("log4j.properties"), LOGGING);
    Files.writeString(
        conf.resolve("core-site.xml"), view.siteXml(Map.of("fs.defaultFS", view.defaultFs())));
    Files.writeString(conf.resolve(siteFile), view.siteXml(site));
    return conf;
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

  private void startRouter() throws IOException, ClusterException, InterruptedException {
    int port = FreePorts.pick(1).get(0);
    Path home = folder.resolve("router");
    Map<String, String> site =
        SiteResource.read(
            Gateways.class,
            "router-site.properties",
            Map.of(
                "gateway.address", HOST + ":" + port,
                "gateway.home", home.toString(),
                "namenode.rpc", URI.create(view.defaultFs()).getAuthority(),
                "namenode.http", view.record().nameNodeHttp()));
    Path conf = configure(home, "hdfs-rbf-site.xml", site);
    ProcessBuilder builder =
        view.foreignTool(
            conf,
            classPath,
            "org.apache.hadoop.hdfs.server.federation.router.DFSRouter",
            List.of());
    start(StockClient.ROUTER, builder, port, Gateways::rpcAnswers);
  }

  private static boolean rpcAnswers(String address) throws IOException {
    Configuration conf = new Configuration();
    conf.setInt("ipc.client.connect.max.retries", 0);
    try (FileSystem fs = FileSystem.newInstance(URI.create("hdfs://" + address), conf)) {
      return fs.getFileStatus(new org.apache.hadoop.fs.Path("/")).isDirectory();
    }
  }

  private void start(StockClient client, ProcessBuilder builder, int port, Question question)
      throws IOException, ClusterException, InterruptedException {
    Path log = view.dirs().logs().resolve(client.column() + ".out");
    Process process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    processes.add(process);
    String address = HOST + ":" + port;
    addresses.put(client, address);
    for (int i = 0; !answers(address, question); i++) {
      if (i == ATTEMPTS || !process.isAlive()) {
        throw new ClusterException("a gateway did not come up: " + Files.readString(log).strip());
      }
      Thread.sleep(PAUSE_MS);
    }
  }

  private static boolean answers(String address, Question question) throws InterruptedException {
    try {
      return question.isAnswered(address);
    } catch (IOException notYet) {
      return false;
    }
  }

  @Override
  public void close() {
    processes.forEach(process -> ProcessTermination.of(process, END_LIMIT_SEC));
  }
}
