package org.tieredhdfs.mover.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.conf.RpcKeys;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.service.MoverService;
import org.tieredhdfs.waits.Waits;

/** A client that stays while the service restarts between two of its calls. */
class RestartedServiceTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Path DIRECTORY = new Path(MoverKeys.SERVICE_DIRECTORY.defaultValue());

  @TempDir File folder;
  private MoverCluster cluster;
  private MoverService service;
  private FileMoverClient client;
  private final List<CuttingProxy> proxies = new ArrayList<>();

  @BeforeEach
  void start() throws Exception {
    Configuration conf = MoverCluster.shortIntervals();
    conf.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "100ms");
    cluster =
        new MoverCluster(
            conf,
            new MiniDFSCluster.Builder(conf, folder)
                .numDataNodes(1)
                .storagesPerDatanode(2)
                .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK}));
    cluster.fs.mkdirs(new Path("/moved"));
    service = serve(0);
    client = new FileMoverClient(conf, cluster.fs.getUri());
  }

  @AfterEach
  void stop() throws Exception {
    client.close();
    for (CuttingProxy proxy : proxies) {
      proxy.close();
    }
    service.close();
    cluster.close();
  }

  private MoverService serve(int port) throws Exception {
    Configuration conf = new Configuration(cluster.conf);
    conf.set(RpcKeys.ADDRESS.name(), "127.0.0.1:" + port);
    return MoverService.start(conf, cluster.fs.getUri());
  }

  private int port() throws IOException {
    return ServiceAddress.find(cluster.fs, DIRECTORY).getPort();
  }

  private void restart(int port) throws Exception {
    service.close();
    service = serve(port);
  }

  @Test
  void theFirstCallAfterARestartSucceedsOnAnyPort() throws Exception {
    client.list(0, 1);
    restart(0);
    long id = client.submit(List.of("/moved"), true).getId();
    assertThat(client.list(id - 1, 10).getRequestsList()).hasSize(1);
    RequestStatusProto ended =
        Waits.until(
            "the end of request " + id,
            PATIENCE,
            () -> client.status(id),
            RequestStatusProto::hasEndedMs);

    restart(port());
    assertThat(client.status(id).getState()).isEqualTo(ended.getState());
  }

  @Test
  void aServiceThatIsDownIsToldInOneSentence() throws Exception {
    client.list(0, 1);
    service.close();
    assertThatThrownBy(() -> client.list(0, 1))
        .hasMessageContaining("the file mover's service is not running");
    service = serve(0);
    assertThat(client.list(0, 1).getRequestsList()).isEmpty();
  }

  @Test
  void aRequestThatMayHaveBeenAcceptedIsNotSentAgain() throws Exception {
    CuttingProxy proxy = proxy();
    client.list(0, 1);
    proxy.cutAt("submit");
    assertThatThrownBy(() -> client.submit(List.of("/moved"), true))
        .isInstanceOf(IOException.class);
    assertThat(proxy.hasCut()).isTrue();
    Waits.until(
        "it is accepted once", PATIENCE, () -> client.list(0, 10).getRequestsList().size() == 1);
  }

  @Test
  void aQuestionIsAskedAgain() throws Exception {
    CuttingProxy proxy = proxy();
    client.list(0, 1);
    proxy.cutAt("list");
    assertThat(client.list(0, 10).getRequestsList()).isEmpty();
    assertThat(proxy.hasCut()).isTrue();
  }

  /** Between the client and the service. */
  private CuttingProxy proxy() throws Exception {
    CuttingProxy proxy = new CuttingProxy(ServiceAddress.find(cluster.fs, DIRECTORY));
    proxies.add(proxy);
    ServiceAddress.publish(cluster.fs, DIRECTORY, proxy.listening());
    return proxy;
  }
}
