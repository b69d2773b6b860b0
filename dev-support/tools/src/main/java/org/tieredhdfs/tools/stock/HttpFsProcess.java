package org.tieredhdfs.tools.stock;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.tools.cluster.ClusterException;
import org.tieredhdfs.tools.cluster.ClusterView;

/** An HttpFS server with stock jars in front of a cluster, in a process of its own. */
final class HttpFsProcess implements AutoCloseable {
  private static final String MAIN_CLASS = "org.apache.hadoop.fs.http.server.HttpFSServerWebServer";
  private static final String HOST = "127.0.0.1";
  private static final int ATTEMPTS = 200;
  private static final long PAUSE_MS = 300;
  private static final long END_LIMIT_SEC = 10;
  private static final int OK = 200;

  private final Process process;
  private final String address;
  private final Path log;

  private HttpFsProcess(Process process, String address, Path log) {
    this.process = process;
    this.address = address;
    this.log = log;
  }

  /**
   * Starts it and waits until it answers.
   *
   * @param classPath of HttpFS and its Hadoop
   * @param home for its configuration and logs
   * @throws ClusterException with what it said if it does not come up
   */
  static HttpFsProcess start(ClusterView view, String classPath, Path home)
      throws IOException, ClusterException, InterruptedException {
    for (String folder : List.of("conf", "log", "temp")) {
      Files.createDirectories(home.resolve(folder));
    }
    Path conf = home.resolve("conf");
    int port = freePort();
    Files.writeString(conf.resolve("httpfs-signature.secret"), "of one run, on 127.0.0.1");
    Files.writeString(
        conf.resolve("core-site.xml"), view.siteXml(Map.of("fs.defaultFS", view.defaultFs())));
    Files.writeString(
        conf.resolve("httpfs-site.xml"),
        view.siteXml(
            Map.of("httpfs.http.port", Integer.toString(port), "httpfs.http.hostname", HOST)));
    Path log = view.dirs().logs().resolve("httpfs.out");
    ProcessBuilder builder =
        view.foreignTool(conf, classPath, MAIN_CLASS, List.of())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder
        .environment()
        .put(
            "JDK_JAVA_OPTIONS",
            String.format(
                "-Dhttpfs.home.dir=%1$s -Dhttpfs.config.dir=%1$s/conf -Dhttpfs.log.dir=%1$s/log"
                    + " -Dhttpfs.temp.dir=%1$s/temp",
                home));
    HttpFsProcess started = new HttpFsProcess(builder.start(), HOST + ":" + port, log);
    try {
      started.awaitAnswer();
      return started;
    } catch (IOException | ClusterException | InterruptedException | RuntimeException e) {
      started.close();
      throw e;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void awaitAnswer() throws IOException, ClusterException, InterruptedException {
    HttpClient http = HttpClient.newHttpClient();
    URI uri =
        URI.create(
            String.format(
                "http://%s/webhdfs/v1/?op=GETFILESTATUS&user.name=%s",
                address, System.getProperty("user.name")));
    HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build();
    for (int i = 0; i < ATTEMPTS && process.isAlive(); i++) {
      try {
        if (http.send(request, BodyHandlers.discarding()).statusCode() == OK) {
          return;
        }
      } catch (IOException notYet) {
        // it is still being started
      }
      Thread.sleep(PAUSE_MS);
    }
    throw new ClusterException("HttpFS did not come up: " + Files.readString(log).strip());
  }

  /** Host and port. */
  String address() {
    return address;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(END_LIMIT_SEC, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
