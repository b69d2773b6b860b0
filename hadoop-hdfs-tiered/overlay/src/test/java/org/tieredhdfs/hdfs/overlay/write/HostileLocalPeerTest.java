package org.tieredhdfs.hdfs.overlay.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.waits.Waits;

/** Peers that do not keep to the protocol, and too many of them, at the Unix-domain socket. */
@Timeout(300)
class HostileLocalPeerTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir File folder;
  private GuardedFolder guarded;
  private OneWriterCluster cluster;
  private DistributedFileSystem client;

  @BeforeEach
  void start() throws IOException {
    guarded = GuardedFolder.make();
    Map<String, String> settings = new java.util.HashMap<>(OneWriterCluster.local(guarded));
    settings.put("dfs.client.socket-timeout", "2000");
    cluster = new OneWriterCluster(folder, settings);
    client = cluster.client(Map.of());
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    cluster.close();
    guarded.close();
  }

  private SocketChannel connect() throws IOException {
    return SocketChannel.open(
        UnixDomainSocketAddress.of(guarded.path.resolve("w" + cluster.dataNode().getXferPort())));
  }

  private void limitThreads(int threads) throws Exception {
    cluster
        .dataNode()
        .reconfigurePropertyImpl("dfs.datanode.max.transfer.threads", Integer.toString(threads));
  }

  /** Waits until the other end has closed the connection. */
  private static void awaitEnd(SocketChannel channel) {
    try {
      while (channel.read(ByteBuffer.allocate(4096)) >= 0) {
        // what it answers is of no interest
      }
    } catch (IOException e) {
      // closed with something unread: as good an end
    }
  }

  private void write(String name) throws IOException {
    WrittenFile file = new WrittenFile(client, name, name.hashCode());
    file.write(1, 3);
    assertThat(file.read(client)).isEqualTo(file.contents());
  }

  @Test
  void garbageIsDroppedAndOthersGoOn() throws Exception {
    Random random = new Random(11);
    for (int round = 0; round < 20; round++) {
      try (SocketChannel channel = connect()) {
        byte[] bytes = new byte[1 + random.nextInt(5000)];
        random.nextBytes(bytes);
        if (round % 2 == 0) {
          // the version and the operation of a write, then garbage
          System.arraycopy(new byte[] {0, 28, 80}, 0, bytes, 0, Math.min(3, bytes.length));
        }
        channel.write(ByteBuffer.wrap(bytes));
        channel.shutdownOutput();
        awaitEnd(channel);
      }
      if (round % 5 == 0) {
        write("beside-garbage-" + round);
      }
    }
    Waits.until("none is open", LIMIT, () -> cluster.count("Open") == 0);
    assertThat(cluster.count("Accepted")).isGreaterThanOrEqualTo(24);
  }

  @Test
  void peerThatSaysNothingIsDroppedInTime() throws Exception {
    try (SocketChannel silent = connect();
        SocketChannel slow = connect()) {
      slow.write(ByteBuffer.wrap(new byte[] {0}));
      write("beside-silence");
      awaitEnd(silent);
      awaitEnd(slow);
    }
    Waits.until("none is open", LIMIT, () -> cluster.count("Open") == 0);
  }

  @Test
  void noMoreAreTakenThanThereMayBeTransferThreads() throws Exception {
    int limit = cluster.dataNode().getXceiverCount() + 2;
    limitThreads(limit);
    List<SocketChannel> channels = new ArrayList<>();
    try {
      for (int i = 0; i < 10; i++) {
        channels.add(connect());
      }
      Waits.until("some are refused", LIMIT, () -> cluster.count("Refused") >= 5);
      assertThat(cluster.dataNode().getXceiverCount()).isLessThanOrEqualTo(limit + 1);
      awaitEnd(channels.get(9));
    } finally {
      for (SocketChannel channel : channels) {
        channel.close();
      }
    }
    Waits.until("none is open", LIMIT, () -> cluster.count("Open") == 0);
    limitThreads(limit + 100);
    write("after-the-limit");
  }
}
