package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.junit.jupiter.api.Test;

class PlacementAuditTest {
  private static final int FILE_BYTES = 10;

  private final PlacementMetrics metrics = new PlacementMetrics();
  private final Media media = new Media();

  /** Files that all lie on one type, and are wanted on SSD. */
  private static final class Media extends FilterFileSystem {
    private final CountDownLatch open = new CountDownLatch(1);
    private final AtomicInteger looks = new AtomicInteger();
    private volatile StorageType on = StorageType.SSD;

    Media() {
      super(new RawLocalFileSystem());
    }

    @Override
    public FileStatus getFileStatus(Path file) throws IOException {
      try {
        open.await();
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      looks.incrementAndGet();
      return new FileStatus(FILE_BYTES, false, 1, 1024, 0, file);
    }

    @Override
    public BlockStoragePolicySpi getStoragePolicy(Path file) {
      StorageType[] none = {};
      return new BlockStoragePolicy(
          (byte) 12, "ALL_SSD", new StorageType[] {StorageType.SSD}, none, none);
    }

    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long from, long length) {
      String[] node = {"dn"};
      StorageType[] types = {on};
      return new BlockLocation[] {
        new BlockLocation(node, node, node, node, null, types, 0, FILE_BYTES, false)
      };
    }

    @Override
    public Collection<? extends BlockStoragePolicySpi> getAllStoragePolicies() {
      return List.of();
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
}
