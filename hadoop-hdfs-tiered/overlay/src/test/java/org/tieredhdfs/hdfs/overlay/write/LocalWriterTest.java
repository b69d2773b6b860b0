package org.tieredhdfs.hdfs.overlay.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.StreamInsides;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.write.PipelineSocket;
import org.tieredhdfs.waits.Waits;

/** Clients that write over a DataNode's Unix-domain socket. */
@Timeout(300)
class LocalWriterTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir File folder;
  private GuardedFolder guarded;

  @BeforeEach
  void makeFolder() throws IOException {
    guarded = GuardedFolder.make();
  }

  @AfterEach
  void removeFolder() throws IOException {
    guarded.close();
  }

  private OneWriterCluster cluster() throws IOException {
    return new OneWriterCluster(folder, OneWriterCluster.local(guarded));
  }

  private static Map<String, String> with(Map<String, String> some, String... more) {
    Map<String, String> all = new HashMap<>(some);
    for (int i = 0; i < more.length; i += 2) {
      all.put(more[i], more[i + 1]);
    }
    return all;
  }

  private static boolean isLocal(FSDataOutputStream out) throws ReflectiveOperationException {
    return StreamInsides.socket(out) instanceof PipelineSocket socket && socket.isLocal();
  }

  @Test
  void whatIsWrittenGoesOverTheSocketAndIsReadBack() throws Exception {
    try (OneWriterCluster cluster = cluster();
        DistributedFileSystem client = cluster.client(Map.of())) {
      for (long seed = 1; seed <= 3; seed++) {
        WrittenFile file = new WrittenFile(client, "local" + seed, seed);
        long before = cluster.count("ReceivedBytes");
        file.write(2, 15);
        assertThat(cluster.count("ReceivedBytes") - before)
            .isGreaterThanOrEqualTo(file.contents().length);
        assertThat(file.read(client)).isEqualTo(file.contents());
      }
      assertThat(cluster.count("Accepted")).isGreaterThanOrEqualTo(9);
      Waits.until("all are closed", LIMIT, () -> cluster.count("Open") == 0);
    }
  }

  @Test
  void encryptedTransfersAndBlockTokensGoOverItAsOverTcp() throws Exception {
    Map<String, String> settings =
        with(
            OneWriterCluster.local(guarded),
            "dfs.encrypt.data.transfer",
            "true",
            "dfs.block.access.token.enable",
            "true");
    try (OneWriterCluster cluster = new OneWriterCluster(folder, settings);
        DistributedFileSystem client = cluster.client(Map.of())) {
      WrittenFile file = new WrittenFile(client, "encrypted", 5);
      file.write(2, 10);
      assertThat(file.read(client)).isEqualTo(file.contents());
      assertThat(cluster.count("ReceivedBytes")).isGreaterThan(file.contents().length);
    }
  }

  @Test
  void clientWithoutTheSocketWritesOverTcp() throws Exception {
    try (OneWriterCluster cluster = cluster();
        DistributedFileSystem client = cluster.client(Map.of());
        DistributedFileSystem unaware = cluster.client(Map.of(OneWriterCluster.PATH, ""))) {
      WrittenFile plain = new WrittenFile(unaware, "unaware", 1);
      plain.write(1, 5);
      assertThat(plain.read(client)).isEqualTo(plain.contents());
      Path socket = guarded.path.resolve("w" + cluster.dataNode().getXferPort());
      Files.delete(socket);
      WrittenFile file = new WrittenFile(client, "fallback", 2);
      file.write(1, 5);
      assertThat(file.read(client)).isEqualTo(file.contents());
      assertThat(cluster.count("Accepted")).isZero();
    }
  }

  @Test
  void folderThatIsNotGuardedKeepsTheDatanodeFromStarting() throws Exception {
    Path open = Files.createDirectory(guarded.path.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Map<String, String> settings =
        with(OneWriterCluster.local(guarded), OneWriterCluster.PATH, open + "/w_PORT");
    assertThatThrownBy(() -> new OneWriterCluster(folder, settings).close())
        .hasStackTraceContaining("DataNode does not start")
        .hasStackTraceContaining("is not safe: everybody can write to " + open);
  }

  @Test
  void datanodeThatHangsIsNoticedAsOverTcp() throws Exception {
    Map<String, String> settings =
        with(OneWriterCluster.local(guarded), "dfs.client.socket-timeout", "1000");
    for (boolean isLocal : new boolean[] {true, false}) {
      try (OneWriterCluster cluster =
              new OneWriterCluster(new File(folder, "c" + isLocal), settings);
          DistributedFileSystem client =
              cluster.client(isLocal ? Map.of() : Map.of(OneWriterCluster.PATH, ""));
          HeldWrites held = new HeldWrites()) {
        FSDataOutputStream out = client.create(new org.apache.hadoop.fs.Path("/hung"));
        out.write(1);
        out.hflush();
        assertThat(isLocal(out)).isEqualTo(isLocal);
        held.hold();
        out.write(2);
        assertThatThrownBy(out::hflush).hasMessageContaining("are bad");
        assertThatThrownBy(out::close).isInstanceOf(IOException.class);
      }
    }
  }

  @Test
  void stoppedDatanodeEndsConnectionsAndRemovesTheSocket() throws Exception {
    try (OneWriterCluster cluster = cluster();
        DistributedFileSystem client = cluster.client(Map.of())) {
      FSDataOutputStream out = client.create(new org.apache.hadoop.fs.Path("/stopped"));
      out.write(1);
      out.hflush();
      assertThat(isLocal(out)).isTrue();
      assertThat(cluster.count("Open")).isEqualTo(1);
      Path socket = guarded.path.resolve("w" + cluster.dataNode().getXferPort());
      assertThat(socket).exists();
      cluster.dfs.stopDataNode(0);
      assertThat(socket).doesNotExist();
      Waits.until(
          "the thread that accepts is gone",
          LIMIT,
          () ->
              Thread.getAllStackTraces().keySet().stream()
                  .noneMatch(thread -> thread.getName().contains(socket.toString())));
      out.write(2);
      assertThatThrownBy(out::hflush).isInstanceOf(IOException.class);
      assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    }
  }

  @Test
  void writerOutlivesARestartForAnUpgrade() throws Exception {
    try (OneWriterCluster cluster = cluster();
        DistributedFileSystem client =
            cluster.client(Map.of("dfs.client.datanode-restart.timeout", "60"))) {
      org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/restarted");
      try (FSDataOutputStream out = client.create(path)) {
        out.write(new byte[] {1, 2, 3});
        out.hflush();
        assertThat(isLocal(out)).isTrue();
        DataNode old = cluster.dataNode();
        old.shutdownDatanode(true);
        Waits.until("the DataNode is down", LIMIT, () -> !old.isDatanodeUp());
        DataNodeProperties stopped = cluster.dfs.stopDataNode(0);
        cluster.dfs.restartDataNode(stopped, true);
        cluster.dfs.waitActive();
        out.write(new byte[] {4, 5});
        out.hflush();
        assertThat(isLocal(out)).isTrue();
      }
      assertThat(org.apache.hadoop.hdfs.DFSTestUtil.readFileAsBytes(client, path))
          .containsExactly(1, 2, 3, 4, 5);
    }
  }

  /** Lets the DataNode's writes to disk hang until it is closed. */
  private static final class HeldWrites extends DataNodeFaultInjector implements AutoCloseable {
    private final DataNodeFaultInjector before = DataNodeFaultInjector.get();
    private boolean isHeld;

    HeldWrites() {
      DataNodeFaultInjector.set(this);
    }

    synchronized void hold() {
      isHeld = true;
    }

    @Override
    public synchronized void delayWriteToDisk() {
      while (isHeld) {
        try {
          wait();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }

    @Override
    public synchronized void close() {
      isHeld = false;
      notifyAll();
      DataNodeFaultInjector.set(before);
    }
  }
}
