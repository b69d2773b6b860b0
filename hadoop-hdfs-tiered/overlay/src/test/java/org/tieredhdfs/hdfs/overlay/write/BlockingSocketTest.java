package org.tieredhdfs.hdfs.overlay.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.MiniDFSCluster.DataNodeProperties;
import org.apache.hadoop.hdfs.StreamInsides;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.write.PipelineSocket;
import org.tieredhdfs.waits.Waits;

/** Clients whose sockets to the first DataNode block. */
@Timeout(300)
class BlockingSocketTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  @TempDir File folder;

  private static boolean isOurs(FSDataOutputStream out) throws ReflectiveOperationException {
    return StreamInsides.socket(out) instanceof PipelineSocket;
  }

  @Test
  void datanodeThatHangsIsNoticed() throws Exception {
    try (OneWriterCluster cluster =
            new OneWriterCluster(folder, Map.of("dfs.client.socket-timeout", "1000"));
        DistributedFileSystem client = cluster.client(Map.of());
        HeldWrites held = new HeldWrites()) {
      FSDataOutputStream out = client.create(new Path("/hung"));
      out.write(1);
      out.hflush();
      assertThat(isOurs(out)).isTrue();
      held.hold();
      out.write(2);
      assertThatThrownBy(out::hflush).hasMessageContaining("are bad");
      assertThatThrownBy(out::close).isInstanceOf(IOException.class);
    }
  }

  @Test
  void writerOutlivesARestartForAnUpgrade() throws Exception {
    try (OneWriterCluster cluster = new OneWriterCluster(folder, Map.of());
        DistributedFileSystem client =
            cluster.client(Map.of("dfs.client.datanode-restart.timeout", "60"))) {
      Path path = new Path("/restarted");
      try (FSDataOutputStream out = client.create(path)) {
        out.write(new byte[] {1, 2, 3});
        out.hflush();
        assertThat(isOurs(out)).isTrue();
        DataNode old = cluster.dataNode();
        old.shutdownDatanode(true);
        // To stop it before fails in stock, which lets go of its threads between two looks at them
        Waits.until("the DataNode is down", LIMIT, () -> !isAnyShuttingDown());
        DataNodeProperties stopped = cluster.dfs.stopDataNode(0);
        cluster.dfs.restartDataNode(stopped, true);
        cluster.dfs.waitActive();
        out.write(new byte[] {4, 5});
        out.hflush();
        assertThat(isOurs(out)).isTrue();
      }
      assertThat(DFSTestUtil.readFileAsBytes(client, path)).containsExactly(1, 2, 3, 4, 5);
    }
  }

  private static boolean isAnyShuttingDown() {
    return Thread.getAllStackTraces().keySet().stream()
        .anyMatch(thread -> thread.getName().equals("Async datanode shutdown thread"));
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
