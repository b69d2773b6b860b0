package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.waits.Waits;

/** Services as processes of their own, killed in the midst of their work. */
@Tag("slow")
class ServiceKillTest {
  private static final int FILES = 60;
  private static final long LEASE_MS = 3_000;
  private static final Duration PATIENCE = Duration.ofMinutes(3);

  @TempDir static java.nio.file.Path folder;

  @Test
  void whatWasAcceptedAndWhatWasRenamedMeanwhileIsDoneByTheOtherInstanceAfterAKill()
      throws Exception {
    try (MoverCluster cluster =
        MoverCluster.alike(folder.resolve("dfs").toFile(), StorageType.SSD, StorageType.DISK)) {
      Configuration service = new Configuration(cluster.conf);
      service.set("fs.defaultFS", cluster.fs.getUri().toString());
      service.set("dfs.mover.file.service.standby.interval", "200ms");
      service.set("dfs.mover.file.service.roots", "/fast");
      List<Path> files = new ArrayList<>();
      for (int i = 0; i < FILES; i++) {
        files.add(cluster.file("/asked/file" + i, 2, 3));
      }
      Path renamed = cluster.file("/renamed", 1, 3);
      cluster.fs.mkdirs(new Path("/fast"));
      cluster.fs.setStoragePolicy(new Path("/fast"), "ALL_SSD");
      cluster.fs.setStoragePolicy(new Path("/asked"), "ALL_SSD");

      String heap = "-Xmx256m";
      try (FileMoverClient client = new FileMoverClient(service, cluster.fs.getUri());
          ServiceProcess first = ServiceProcess.start(folder, "first", service, heap)) {
        ServiceProcess.awaitAddress(cluster.fs);
        try (ServiceProcess second = ServiceProcess.start(folder, "second", service, heap)) {
          long bytesPerSecond = 20L * MoverCluster.BLOCK_BYTES;
          client.limits(LimitsProto.newBuilder().setBytesPerSecond(bytesPerSecond).build());
          long id = client.submit(List.of("/asked"), true).getId();
          while (ServiceProcess.status(client, id).getReplicasMoved() < 10) {
            Thread.sleep(50);
          }
          first.kill();
          // the minute after which a NameNode gives up on a client, shortened
          cluster.dfs.setLeasePeriod(LEASE_MS, TimeUnit.HOURS.toMillis(1));
          Path there = new Path("/fast/renamed");
          cluster.fs.rename(renamed, there);

          Waits.until(
              "the end of the request",
              PATIENCE,
              () -> ServiceProcess.status(client, id).hasEndedMs());
          Waits.until(
              "the renamed file's replicas",
              PATIENCE,
              () -> cluster.replicasByType(there),
              Map.of("SSD", 3)::equals);
          for (Path file : files) {
            assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 6));
            assertThat(cluster.isAsWritten(file, 2)).isTrue();
          }
          assertThat(second.isAlive()).as(second.said()).isTrue();
        }
      }
    }
  }
}
