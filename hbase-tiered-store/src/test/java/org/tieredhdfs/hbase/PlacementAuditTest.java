package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.junit.jupiter.api.Test;

class PlacementAuditTest {
  private static final int FILE_BYTES = 10;

  private final PlacementMetrics metrics = new PlacementMetrics();
  private final Media media = new Media();

  /** Files that all lie on one type, and are wanted on SSD, and the calls to their NameNode. */
  private static final class Media extends DistributedFileSystem {
    private static final byte ALL_SSD = 12;

    private final CountDownLatch open = new CountDownLatch(1);
    private final AtomicInteger looks = new AtomicInteger();
    private final Queue<String> calls = new ConcurrentLinkedQueue<>();
    private volatile StorageType on = StorageType.SSD;
    private final DFSClient client;

    Media() {
      ClientProtocol nameNode =
          (ClientProtocol)
              Proxy.newProxyInstance(
                  ClientProtocol.class.getClassLoader(),
                  new Class<?>[] {ClientProtocol.class},
                  (proxy, method, arguments) -> {
                    calls.add(method.getName());
                    return answer(method.getName());
                  });
      try {
        client = new DFSClient(null, nameNode, new Configuration(), null);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private Object answer(String call) throws Exception {
      StorageType[] none = {};
      return switch (call) {
        case "getLocatedFileInfo" -> {
          open.await();
          looks.incrementAndGet();
          yield new HdfsFileStatus.Builder()
              .replication(1)
              .storagePolicy(ALL_SSD)
              .locations(FilePlaceTest.blocks(null, FilePlaceTest.block(FILE_BYTES, on)))
              .build();
        }
        case "getStoragePolicies" ->
            new BlockStoragePolicy[] {
              new BlockStoragePolicy(
                  ALL_SSD, "ALL_SSD", new StorageType[] {StorageType.SSD}, none, none)
            };
        case "getServerDefaults" -> new FsServerDefaults(1, 1, 1, (short) 1, 1, false, 0, null);
        default -> throw new UnsupportedOperationException(call);
      };
    }

    @Override
    public DFSClient getClient() {
      return client;
    }

    @Override
    public URI getUri() {
      return URI.create("hdfs://media");
    }
  }

  @Test
  void filesThatDoNotFitTheQueueAreCountedAndNobodyWaits() throws Exception {
    PlacementAudit audit = new PlacementAudit(metrics, 4);
    for (int file = 0; file < 100; file++) {
      audit.written(media, new Path("/f" + file), FileClass.FLUSHED);
    }
    // one may be in work beside the four that wait
    assertThat(metrics.value("auditsDropped")).isBetween(95L, 96L);
    media.open.countDown();
    Rows.await(() -> media.looks.get() == 100 - metrics.value("auditsDropped"));
  }

  @Test
  void everyFileOfManyThreadsIsCountedOnceOrDropped() throws Exception {
    media.open.countDown();
    PlacementAudit audit = new PlacementAudit(metrics, 64);
    int threads = 8;
    int filesEach = 5_000;
    List<Thread> writers = new ArrayList<>();
    for (int thread = 0; thread < threads; thread++) {
      int own = thread;
      Thread writer =
          new Thread(
              () -> {
                for (int file = 0; file < filesEach; file++) {
                  audit.written(media, new Path("/" + own + "/" + file), FileClass.FLUSHED);
                }
              });
      writers.add(writer);
      writer.start();
    }
    for (Thread writer : writers) {
      writer.join();
    }
    long all = (long) threads * filesEach;
    Rows.await(() -> media.looks.get() + metrics.value("auditsDropped") == all);
    Rows.await(() -> metrics.value("bytesGotFlushedSsd") == (long) FILE_BYTES * media.looks.get());
    assertThat(metrics.value("bytesAskedFlushedSsd"))
        .isEqualTo((long) FILE_BYTES * media.looks.get());
    assertThat(metrics.value("filesToMove")).isZero();
  }

  @Test
  void fallbackIsCountedAndHasToMove() throws Exception {
    media.open.countDown();
    media.on = StorageType.DISK;
    PlacementAudit audit = new PlacementAudit(metrics, 4);
    audit.written(media, new Path("/one"), FileClass.FLUSHED);
    Rows.await(() -> metrics.value("bytesToMove") == FILE_BYTES);
    assertThat(metrics.value("filesToMove")).isOne();
    assertThat(metrics.value("bytesFellBackFlushed")).isEqualTo(FILE_BYTES);
    assertThat(metrics.value("bytesGotFlushedDisk")).isEqualTo(FILE_BYTES);
  }

  @Test
  void fileThatGotItsPolicyLaterHasToMoveAndIsNoFallback() throws Exception {
    media.open.countDown();
    media.on = StorageType.DISK;
    PlacementAudit audit = new PlacementAudit(metrics, 4);
    audit.marked(media, new Path("/loaded"), FileClass.BULK_LOADED);
    Rows.await(() -> metrics.value("bytesToMove") == FILE_BYTES);
    assertThat(metrics.value("bytesFellBackBulkLoaded")).isZero();
  }

  @Test
  void aFileThatIsNotInPlaceIsLookedUpByOneCallAndNeverAgain() throws Exception {
    media.open.countDown();
    media.on = StorageType.DISK;
    PlacementAudit audit = new PlacementAudit(metrics, 4);
    for (int file = 1; file <= 3; file++) {
      audit.written(media, new Path("/" + file), FileClass.FLUSHED);
      int looked = file;
      Rows.await(() -> metrics.value("filesToMove") == looked);
    }
    assertThat(media.calls)
        .containsExactly(
            "getLocatedFileInfo",
            "getStoragePolicies",
            "getServerDefaults",
            "getLocatedFileInfo",
            "getLocatedFileInfo");
  }
}
