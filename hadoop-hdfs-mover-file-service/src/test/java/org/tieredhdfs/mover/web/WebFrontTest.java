package org.tieredhdfs.mover.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.http.HttpConfig;
import org.apache.hadoop.security.ssl.KeyStoreTestUtil;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.mover.conf.WebKeys;

class WebFrontTest {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NORMAL).build();
  private static WebFront front;

  @BeforeAll
  static void start() throws Exception {
    front = new WebFront(new HdfsConfiguration(), SampleReport::report);
  }

  @AfterAll
  static void stop() {
    front.close();
  }

  private static HttpRequest.Builder at(String path) {
    return HttpRequest.newBuilder(
        URI.create("http://127.0.0.1:" + front.address().getPort() + path));
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void thePageShowsWhatIsThereAndNothingFromOutsideIsMarkup() throws Exception {
    HttpResponse<String> page = send(at("/status"));
    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type").orElse("")).contains("text/html");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
        .contains("default-src 'none'", "frame-ancestors 'none'");
    assertThat(page.body())
        .contains("hdfs://cluster", "<dd>590</dd>", "<dd>400</dd>", "1 h 1 min", "80.0 MB/s")
        .contains("/hbase/archive/data/default/t1", "policy change", "no space", "50.0 MB/s")
        .contains(
            "mover1.example",
            "6.0 TB",
            "1.5 TB",
            "75 %",
            "moving, 5 wait",
            "ended, 2 incomplete; /user/eve/")
        .contains("archive: what is renamed to")
        .contains("&lt;script&gt;document.title=&apos;taken&apos;&lt;/script&gt;", "eve&lt;b&gt;")
        .doesNotContain("<script", "<img", "eve<b>", "\u0000", "\u202e");
  }

  @Test
  void theFiguresAreThereAsJson() throws Exception {
    HttpResponse<String> figures = send(at("/status.json"));
    assertThat(figures.headers().firstValue("Content-Type").orElse(""))
        .contains("application/json");
    JsonNode json = new ObjectMapper().readTree(figures.body());
    assertThat(json.get("open").asInt()).isEqualTo(1_000);
    assertThat(json.get("limits").get("moves").asInt()).isEqualTo(64);
    assertThat(json.get("requests").get(0).get("path").asText()).isEqualTo(SampleReport.HOSTILE);
    assertThat(json.get("host").asText()).isEqualTo("mover1.example");
    assertThat(json.at("/media/SSD/roomBytes").asLong()).isEqualTo(3L << 39);
    assertThat(json.get("rules")).hasSize(1);
    assertThat(json.get("blocksByReason").get("NO_SPACE").asInt()).isEqualTo(7);
    assertThat(json.get("filesGivenUp").asInt()).isEqualTo(2);
  }

  @Test
  void anInstanceTellsWhetherItWorksOrStandsBy() throws Exception {
    HttpResponse<String> working = send(at("/health"));
    assertThat(new ObjectMapper().readTree(working.body()).get("state").asText())
        .isEqualTo("working");
    assertThat(working.body()).doesNotContain("eve");
    try (WebFront standby = WebFront.ofStandby(new HdfsConfiguration())) {
      URI address = URI.create("http://127.0.0.1:" + standby.address().getPort() + "/");
      HttpResponse<String> health = send(HttpRequest.newBuilder(address.resolve("/health")));
      assertThat(health.statusCode()).isEqualTo(200);
      assertThat(health.body()).isEqualTo("{\"state\":\"standby\"}");
      assertThat(send(HttpRequest.newBuilder(address.resolve("/status"))).statusCode())
          .isGreaterThanOrEqualTo(400);
    }
  }

  @Test
  void theFirstPageLeadsToIt() throws Exception {
    assertThat(send(at("/")).body()).contains("url=status");
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "TRACE", "PATCH"})
  void nothingCanBeChangedThere(String method) throws Exception {
    for (String path : new String[] {"/status", "/status.json"}) {
      HttpRequest.Builder request =
          at(path).method(method, BodyPublishers.ofString("<script>alert(1)</script>"));
      assertThat(send(request).statusCode()).isGreaterThanOrEqualTo(400);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/WEB-INF/web.xml",
        "/status/..%2fWEB-INF/web.xml",
        "/static/..%2f..%2fhdfs-site.xml",
        "/%3cscript%3ealert(1)%3c/script%3e",
        "/status.jsp"
      })
  void whatIsNotForTheWorldIsNotFound(String path) throws Exception {
    HttpResponse<String> answer = send(at(path));
    assertThat(answer.statusCode()).isGreaterThanOrEqualTo(400);
    assertThat(answer.body()).doesNotContain("<script>", "web-app version");
  }

  @Test
  void parametersAreNotReflectedAndHostileRequestsLeaveTheServerAlive() throws Exception {
    assertThat(send(at("/status?x=%3Cscript%3Ealert(1)%3C/script%3E")).body())
        .doesNotContain("alert(1)");
    String[] hostile = {
      "GET /status HTTP/1.1\r\nHost: x\r\nX: " + "y".repeat(1 << 20) + "\r\n\r\n",
      "GET " + "/x".repeat(1 << 19) + " HTTP/1.1\r\n\r\n",
      "POST /status HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
      "\u0000\u0001\u0002 HTTP/9.9\r\n\r\n",
      "hrpc\u0009\u0000\u0000",
    };
    for (String request : hostile) {
      try (Socket socket = new Socket(front.address().getAddress(), front.address().getPort())) {
        socket.setSoTimeout(10_000);
        socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
        socket.shutdownOutput();
        long unused = socket.getInputStream().transferTo(OutputStream.nullOutputStream());
      } catch (IOException e) {
        // the server hung up before it had read everything, as it may
        assertThat(e).isInstanceOf(SocketException.class);
      }
    }
    assertThat(send(at("/status")).statusCode()).isEqualTo(200);
  }

  @Test
  void theAddressNamesTheSchemeThatItIsServedBy(@TempDir File folder) throws Exception {
    assertThat(front.url()).startsWith("http://").endsWith(":" + front.address().getPort());
    Configuration conf = new HdfsConfiguration();
    String classPath = KeyStoreTestUtil.getClasspathDir(WebFrontTest.class);
    KeyStoreTestUtil.setupSSLConfig(folder.getPath(), classPath, conf, false);
    try {
      conf.set(
          DFSConfigKeys.DFS_SERVER_HTTPS_KEYSTORE_RESOURCE_KEY,
          KeyStoreTestUtil.getServerSSLConfigFileName());
      conf.set(DFSConfigKeys.DFS_HTTP_POLICY_KEY, HttpConfig.Policy.HTTPS_ONLY.name());
      try (WebFront secure = new WebFront(conf, SampleReport::report)) {
        assertThat(secure.url()).startsWith("https://").endsWith(":" + secure.address().getPort());
      }
    } finally {
      KeyStoreTestUtil.cleanupSSLConfig(folder.getPath(), classPath);
    }
  }

  @Test
  void itListensOnTheMachineItselfUnlessToldOtherwise() {
    assertThat(front.address().getAddress().isLoopbackAddress()).isTrue();
    assertThat(WebKeys.HTTP_ADDRESS.getText(new Configuration(false))).startsWith("127.0.0.1:");
  }
}
