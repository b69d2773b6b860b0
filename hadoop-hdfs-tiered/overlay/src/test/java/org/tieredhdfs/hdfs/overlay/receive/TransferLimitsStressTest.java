package org.tieredhdfs.hdfs.overlay.receive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSTestUtil;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.Sender;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataNodeFaultInjector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.overlay.TypeMetrics;
import org.tieredhdfs.waits.Waits;

/**
 * That the limits of transfers hold, and every place is given back, whatever ends a transfer: its
 * end, a peer that goes, an error in the DataNode, a refusal.
 */
@Timeout(300)
class TransferLimitsStressTest {
  private static final int MOST = 3;
  private static final int THREADS = 8;
  private static final int ROUNDS = 60;
  private static final int BYTES = 2 << 20;
  private static final Duration WAIT = Duration.ofMinutes(1);

  @TempDir File folder;

  private final ExecutorService pool = Executors.newCachedThreadPool();
  private final AtomicLong ids = new AtomicLong(1L << 40);
  private final AtomicLong errors = new AtomicLong();
  private MiniDFSCluster cluster;
  private DistributedFileSystem fs;
  private DataNode datanode;
  private ExtendedBlock read;

  @BeforeEach
  void start() throws Exception {
    Configuration conf = new HdfsConfiguration();
    conf.set("dfs.tiered.type.DISK.writers.max", Integer.toString(MOST));
    conf.set("dfs.tiered.type.DISK.readers.max", Integer.toString(MOST));
    conf.set("dfs.tiered.type.DISK.transfer.wait", "5ms");
    conf.setInt("dfs.client.retry.window.base", 1);
    conf.setInt("dfs.replication", 1);
    cluster = new MiniDFSCluster.Builder(conf, folder).numDataNodes(1).build();
    cluster.waitActive();
    fs = cluster.getFileSystem();
    datanode = cluster.getDataNodes().get(0);
    DFSTestUtil.createFile(fs, new Path("/read"), BYTES, (short) 1, 1);
    read = fs.getClient().getLocatedBlocks("/read", 0).get(0).getBlock();
  }

  @AfterEach
  void stop() {
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
    pool.shutdownNow();
    cluster.shutdown();
  }

  private long metric(String name) {
    return TypeMetrics.of(datanode, StorageType.DISK, name);
  }

  private void failSometimes() {
    if (ThreadLocalRandom.current().nextInt(10) == 0) {
      errors.incrementAndGet();
      throw new AssertionError("an error that the test makes");
    }
  }

  private void act(Random random) throws IOException {
    switch (random.nextInt(5)) {
      case 0 -> {
        Path file = new Path("/written-" + ids.incrementAndGet());
        try (FSDataOutputStream out = fs.create(file)) {
          out.write(new byte[random.nextInt(BYTES)]);
        }
      }
      case 1 -> {
        try (RawWriter writer = new RawWriter(newBlock(), datanode)) {
          writer.data(0, 0, 1024).data(1, 1024, 512).send(random.nextInt(600));
        }
      }
      case 2 -> DFSTestUtil.readFileBuffer(fs, new Path("/read"));
      case 3 -> readPartly(false);
      default -> readPartly(true);
    }
  }

  private ExtendedBlock newBlock() {
    return new ExtendedBlock(read.getBlockPoolId(), ids.incrementAndGet(), 0, 1000);
  }

  /** Reads a block, or its beginning, and hangs up. */
  private void readPartly(boolean begins) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), datanode.getXferPort())) {
      new Sender(new DataOutputStream(socket.getOutputStream()))
          .readBlock(
              read,
              BlockTokenSecretManager.DUMMY_TOKEN,
              "raw",
              0,
              BYTES,
              true,
              CachingStrategy.newDefaultStrategy());
      if (begins) {
        new DataInputStream(socket.getInputStream()).readFully(new byte[20]);
      }
    }
  }

  @Test
  void everyPlaceIsGivenBack() throws Exception {
    DataNodeFaultInjector.set(
        new DataNodeFaultInjector() {
          @Override
          public void delayWriteToDisk() {
            failSometimes();
          }

          @Override
          public void throwTooManyOpenFiles() throws FileNotFoundException {
            failSometimes();
          }
        });
    List<Future<?>> all = new ArrayList<>();
    for (int thread = 0; thread < THREADS; thread++) {
      Random random = new Random(thread);
      all.add(
          pool.submit(
              () -> {
                for (int round = 0; round < ROUNDS; round++) {
                  try {
                    act(random);
                  } catch (IOException e) {
                    // refused, or an error hit it: both are wanted
                    assertThat(e).isNotNull();
                  }
                }
              }));
    }
    Waits.until(
        "all have ended",
        Duration.ofMinutes(4),
        () -> {
          assertThat(metric("Writers")).isBetween(0L, (long) MOST);
          assertThat(metric("LimitedReaders")).isBetween(0L, (long) MOST);
          return all.stream().allMatch(Future::isDone);
        });
    for (Future<?> one : all) {
      one.get();
    }
    DataNodeFaultInjector.set(new DataNodeFaultInjector());
    Waits.until(
        "all places are given back",
        WAIT,
        () ->
            metric("Writers") == 0
                && metric("LimitedReaders") == 0
                && metric("WaitingWriters") == 0
                && metric("WaitingReaders") == 0);
    assertThat(errors.get()).isPositive();
    assertThat(metric("RefusedWriters") + metric("RefusedReaders")).isPositive();
    DFSTestUtil.createFile(fs, new Path("/last"), BYTES, (short) 1, 1);
    assertThat(DFSTestUtil.readFileBuffer(fs, new Path("/last"))).hasSize(BYTES);
  }
}
