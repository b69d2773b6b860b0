package org.tieredhdfs.bench.terasort;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.LocalCluster;
import org.tieredhdfs.localcluster.media.VolumeLayout;
import org.tieredhdfs.localcluster.process.FreePorts;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Progress;

/** Real daemons of HDFS and YARN. */
@Tag("slow")
@Timeout(600)
class YarnPortsTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  @TempDir Path tmp;

  @Test
  void takesOtherPortsIfSomebodyElseWasFaster() throws Exception {
    WorkerHosts hosts = new WorkerHosts(1, 1);
    List<List<Integer>> picks = new ArrayList<>();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        LocalCluster cluster = new LocalCluster(spec(hosts), Progress.silent())) {
      FreePorts.Source source =
          count -> {
            List<Integer> ports = new ArrayList<>(FreePorts.pick(count));
            if (picks.isEmpty()) {
              // of the scheduler
              ports.set(2, taken.getLocalPort());
            }
            picks.add(ports);
            return ports;
          };
      ClusterView view = cluster.startHdfs();
      try (YarnDaemons yarn = YarnDaemons.start(view, hosts, classPaths().stock(), 1, source)) {
        assertThat(yarn).isNotNull();
        assertThat(picks).hasSize(2);
      }
    }
  }

  private ClusterSpec spec(WorkerHosts hosts) throws IOException {
    ClusterSpec.Builder builder =
        ClusterSpec.builder(tmp.resolve("c"), classPaths())
            .stock(true)
            .hbase(false)
            .layout(VolumeLayout.parse("DISK=1"));
    hosts.addTo(builder, tmp.resolve("workers"), WorkerHosts.thisMachine());
    return builder.build();
  }

  /** With YARN, and the class that tells where workers are. */
  private static ClassPaths classPaths() throws IOException {
    ClassPaths built = ClassPaths.built(HOME);
    String programs =
        TeraClient.class.getProtectionDomain().getCodeSource().getLocation().getPath();
    String yarn =
        Files.readString(HOME.resolve("dev-support/benchmarks/target/yarn.classpath")).strip();
    String behind = ":" + programs + ":" + yarn;
    return new ClassPaths(built.tiered() + behind, built.stock() + behind);
  }
}
