package org.tieredhdfs.product.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.BlockReportOptions;
import org.apache.hadoop.hdfs.protocol.ClientDatanodeProtocol;
import org.apache.hadoop.io.IOUtils;
import org.apache.hadoop.ipc.RPC;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.product.EmulationNeeds;
import org.tieredhdfs.waits.Waits;

/** A disk that hangs in the kernel below a real DataNode: reads, writes and looks into folders. */
@Timeout(900)
class HungDeviceTest {
  private static final int FILE_BYTES = 256 << 10;
  private static final Duration LIMIT = Duration.ofMinutes(3);

  @TempDir Path tmp;
  private final ExecutorService users = Executors.newCachedThreadPool();

  @BeforeEach
  void requireWhatEmulationNeeds() {
    EmulationNeeds.assume();
  }

  @AfterEach
  void endUsers() {
    users.shutdownNow();
  }

  private ClusterSpec.Builder spec() throws IOException {
    return DeviceCluster.spec(tmp, 1, "NVDIMM=1,DISK=1", 1)
        .setting("dfs.replication", "1")
        .setting("dfs.tiered.volume.hang.timeout", "3s")
        .setting("dfs.tiered.volume.hang.check.interval", "100ms");
  }

  @Test
  void othersGoOnWhileAVolumeHangs() throws Exception {
    othersGoOnAndTheVolumeComesBackWhenItAnswers(Hang.ALL);
  }

  @ParameterizedTest
  @Tag("slow")
  @EnumSource(
      value = Hang.class,
      names = {"NONE", "ALL"},
      mode = EnumSource.Mode.EXCLUDE)
  void othersGoOnAndTheVolumeComesBackWhenItAnswers(Hang hang) throws Exception {
    try (DeviceCluster cluster = DeviceCluster.start(spec())) {
      DistributedFileSystem fs = cluster.fs();
      org.apache.hadoop.fs.Path fast = directory(fs, "/fast", "ALL_NVDIMM");
      org.apache.hadoop.fs.Path slow = directory(fs, "/slow", "HOT");
      for (String name : List.of("read", "deleted", "written")) {
        write(fs, new org.apache.hadoop.fs.Path(slow, name));
      }
      Volume disk = cluster.volume("dn0/DISK");
      cluster.media().dropCaches();
      cluster.media().hang(disk, hang);
      Future<?> reading = users.submit(() -> read(fs, new org.apache.hadoop.fs.Path(slow, "read")));
      Future<?> writing =
          users.submit(() -> writeAndSync(fs, new org.apache.hadoop.fs.Path(slow, "more")));
      // The DataNode looks for the replica before it moves it away.
      fs.delete(new org.apache.hadoop.fs.Path(slow, "deleted"), false);
      Waits.until("the hang is found", LIMIT, () -> hungVolumes(cluster) == 1);
      triggerBlockReport(fs);
      for (int i = 0; i < 10; i++) {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path(fast, "f" + i);
        users.submit(() -> write(fs, file)).get(180, TimeUnit.SECONDS);
        users.submit(() -> read(fs, file)).get(180, TimeUnit.SECONDS);
      }
      assertThat(hungVolumes(cluster)).isEqualTo(1);
      assertThat(reading.isDone() && writing.isDone()).isFalse();

      cluster.media().heal(disk);
      reading.get(180, TimeUnit.SECONDS);
      writing.get(180, TimeUnit.SECONDS);
      Waits.until("the volume is back", LIMIT, () -> hungVolumes(cluster) == 0);
      Waits.until(
          "it takes new blocks",
          LIMIT,
          () -> isWritten(fs, new org.apache.hadoop.fs.Path(slow, "again")));
      read(fs, new org.apache.hadoop.fs.Path(slow, "written"));
    }
  }

  private static org.apache.hadoop.fs.Path directory(
      DistributedFileSystem fs, String name, String policy) throws IOException {
    org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(name);
    fs.mkdirs(path);
    fs.setStoragePolicy(path, policy);
    return path;
  }

  private static Void write(FileSystem fs, org.apache.hadoop.fs.Path file) throws IOException {
    return writeAndClose(fs.create(file), out -> {});
  }

  private static Void writeAndSync(FileSystem fs, org.apache.hadoop.fs.Path file)
      throws IOException {
    return writeAndClose(fs.create(file), FSDataOutputStream::hsync);
  }

  private interface Afterwards {
    void accept(FSDataOutputStream out) throws IOException;
  }

  /** HDFS throws the exception of a write once more at the close: it cannot suppress itself. */
  private static Void writeAndClose(FSDataOutputStream out, Afterwards then) throws IOException {
    try {
      out.write(new byte[FILE_BYTES]);
      then.accept(out);
    } catch (IOException e) {
      IOUtils.closeStream(out);
      throw e;
    }
    out.close();
    return null;
  }

  private static boolean isWritten(FileSystem fs, org.apache.hadoop.fs.Path file) {
    try {
      write(fs, file);
      return true;
    } catch (IOException noRoomYet) {
      return false;
    }
  }

  private static Void read(FileSystem fs, org.apache.hadoop.fs.Path file) throws IOException {
    try (FSDataInputStream in = fs.open(file)) {
      in.readFully(0, new byte[FILE_BYTES]);
    }
    return null;
  }

  private static void triggerBlockReport(DistributedFileSystem fs) throws IOException {
    ClientDatanodeProtocol datanode =
        DFSUtilClient.createClientDatanodeProtocolProxy(
            fs.getDataNodeStats()[0], fs.getConf(), 60_000, false);
    try {
      datanode.triggerBlockReport(new BlockReportOptions.Factory().setIncremental(false).build());
    } finally {
      RPC.stopProxy(datanode);
    }
  }

  private static int hungVolumes(DeviceCluster cluster) throws Exception {
    return cluster.volumes("dn0").path("HungVolumeCount").asInt();
  }
}
