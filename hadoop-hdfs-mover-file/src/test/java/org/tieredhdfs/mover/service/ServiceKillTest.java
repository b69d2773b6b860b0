package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
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
import org.tieredhdfs.mover.cli.FileMoverCommand;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;

/** Services as processes of their own, killed in the midst of their work. */
@Tag("slow")
class ServiceKillTest {
  private static final int FILES = 60;
  private static final long LEASE_MS = 3_000;
  private static final long PATIENCE_NS = TimeUnit.MINUTES.toNanos(3);

  @TempDir static java.nio.file.Path folder;

  private static Process serve(String name, java.nio.file.Path conf) throws Exception {
    return new ProcessBuilder(
            List.of(
                java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                FileMoverCommand.class.getName(),
                "-conf",
                conf.toString(),
                "serve"))
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(name + ".out").toFile())
        .start();
  }

  private static RequestStatusProto status(FileMoverClient client, long id) throws Exception {
    long deadlineNs = System.nanoTime() + PATIENCE_NS;
    while (true) {
      try {
        return client.status(id);
      } catch (IOException e) {
        // nobody is at work for a while
        if (System.nanoTime() > deadlineNs) {
          throw e;
        }
        Thread.sleep(100);
      }
    }
  }

  @Test
  void whatWasAcceptedAndWhatWasRenamedMeanwhileIsDoneByTheOtherInstanceAfterAKill()
      throws Exception {
    try (MoverCluster cluster =
        MoverCluster.alike(folder.resolve("dfs").toFile(), StorageType.SSD, StorageType.DISK)) {
      java.nio.file.Path conf = folder.resolve("conf.xml");
      Configuration service = new Configuration(cluster.conf);
      service.set("fs.defaultFS", cluster.fs.getUri().toString());
      service.set("dfs.mover.file.service.standby.interval", "200ms");
      service.set("dfs.mover.file.service.roots", "/fast");
      try (OutputStream out = Files.newOutputStream(conf)) {
        service.writeXml(out);
      }
      List<Path> files = new ArrayList<>();
      for (int i = 0; i < FILES; i++) {
        files.add(cluster.file("/asked/file" + i, 2, 3));
      }
      Path renamed = cluster.file("/renamed", 1, 3);
      cluster.fs.mkdirs(new Path("/fast"));
      cluster.fs.setStoragePolicy(new Path("/fast"), "ALL_SSD");
      cluster.fs.setStoragePolicy(new Path("/asked"), "ALL_SSD");

      List<Process> processes = new ArrayList<>();
      try (FileMoverClient client = new FileMoverClient(service, cluster.fs.getUri())) {
        processes.add(serve("first", conf));
        awaitAddress(cluster);
        processes.add(serve("second", conf));
        long bytesPerSecond = 20L * MoverCluster.BLOCK_BYTES;
        client.limits(LimitsProto.newBuilder().setBytesPerSecond(bytesPerSecond).build());
        long id = client.submit(List.of("/asked"), true).getId();
        while (status(client, id).getReplicasMoved() < 10) {
          Thread.sleep(50);
        }
        processes.get(0).destroyForcibly().waitFor();
        // the minute after which a NameNode gives up on a client, shortened
        cluster.dfs.setLeasePeriod(LEASE_MS, TimeUnit.HOURS.toMillis(1));
        Path there = new Path("/fast/renamed");
        cluster.fs.rename(renamed, there);

        long deadlineNs = System.nanoTime() + PATIENCE_NS;
        while ((!status(client, id).hasEndedMs()
                || !cluster.replicasByType(there).equals(Map.of("SSD", 3)))
            && System.nanoTime() < deadlineNs) {
          Thread.sleep(100);
        }
        assertThat(status(client, id).hasEndedMs()).isTrue();
        assertThat(cluster.replicasByType(there)).isEqualTo(Map.of("SSD", 3));
        for (Path file : files) {
          assertThat(cluster.replicasByType(file)).isEqualTo(Map.of("SSD", 6));
          assertThat(cluster.isAsWritten(file, 2)).isTrue();
        }
        assertThat(processes.get(1).isAlive()).isTrue();
      } finally {
        processes.forEach(Process::destroyForcibly);
      }
    }
  }

  private static void awaitAddress(MoverCluster cluster) throws Exception {
    long deadlineNs = System.nanoTime() + PATIENCE_NS;
    Path address = new Path("/system/tiered-file-mover/address");
    while (!cluster.fs.exists(address) && System.nanoTime() < deadlineNs) {
      Thread.sleep(50);
    }
    assertThat(cluster.fs.exists(address)).isTrue();
  }
}
