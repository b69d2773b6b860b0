package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.mover.conf.WebKeys;

class StandbyFrontTest {
  private static String health(InetSocketAddress address) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + address.getPort() + "/health");
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
        .body();
  }

  @Test
  void itAnswersOnceItIsOpenAndLetsGoOfThePort() throws Exception {
    StandbyFront closed;
    InetSocketAddress first;
    try (StandbyFront front = new StandbyFront(on(0))) {
      closed = front;
      assertThat(front.address()).isNull();
      front.open();
      first = Objects.requireNonNull(front.address());
      front.open();
      assertThat(front.address()).isEqualTo(first);
      assertThat(health(first)).contains("standby");
    }
    assertThat(closed.address()).isNull();
    try (ServerSocket again = new ServerSocket()) {
      again.setReuseAddress(true);
      again.bind(first);
    }
  }

  @Test
  void aPortThatIsTakenKeepsNobodyFromStandingBy() throws Exception {
    try (ServerSocket taken = new ServerSocket(0);
        StandbyFront front = new StandbyFront(on(taken.getLocalPort()))) {
      front.open();
      assertThat(front.address()).isNull();
    }
  }

  private static Configuration on(int port) {
    Configuration conf = new HdfsConfiguration();
    conf.set(WebKeys.HTTP_ADDRESS.name(), "127.0.0.1:" + port);
    return conf;
  }
}
