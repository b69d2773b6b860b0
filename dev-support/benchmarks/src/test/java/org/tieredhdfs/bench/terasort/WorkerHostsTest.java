package org.tieredhdfs.bench.terasort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;

class WorkerHostsTest {
  @TempDir Path tmp;

  @Test
  void workersOfAHostShareItsPlaceAndHaveAddressesOfTheirOwn() {
    WorkerHosts hosts = new WorkerHosts(2, 2);
    assertThat(hosts.places())
        .containsExactly(
            "worker0 /rack0/host0",
            "worker1 /rack0/host0",
            "worker2 /rack0/host1",
            "worker3 /rack0/host1");
    assertThat(hosts.hostsTable("machine"))
        .containsExactly(
            "127.0.0.1 localhost machine",
            "127.1.0.1 worker0",
            "127.1.0.2 worker1",
            "127.1.0.3 worker2",
            "127.1.0.4 worker3");
  }

  @Test
  void eachDataNodeIsToldItsName() throws IOException {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(tmp.resolve("cluster/c"), new ClassPaths("ours", "stock"));
    new WorkerHosts(3, 4).addTo(builder, tmp.resolve("workers"), "machine");
    ClusterSpec spec = builder.build();
    assertThat(spec.dataNodes()).isEqualTo(12);
    assertThat(spec.settings(11)).containsEntry("dfs.datanode.hostname", "worker11");
    assertThat(spec.javaOptions()).contains("-Djdk.net.hosts.file=" + tmp.resolve("workers/hosts"));
    assertThat(tmp.resolve("workers/hosts")).isNotEmptyFile();
    assertThat(spec.settings())
        .containsEntry("net.topology.table.file.name", tmp.resolve("workers/places").toString());
  }
}
