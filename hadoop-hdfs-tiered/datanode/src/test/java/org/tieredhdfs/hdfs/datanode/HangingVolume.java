package org.tieredhdfs.hdfs.datanode;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FaultInjectorFileIoEvents;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;

/**
 * A fault that makes chosen I/O calls on one volume wait, like a disk that does not answer: the
 * thread cannot be interrupted.
 */
final class HangingVolume extends FaultInjectorFileIoEvents {
  /** What a frozen file system does not do: it goes on reading. */
  static final Set<OPERATION> CHANGES =
      EnumSet.of(
          OPERATION.OPEN,
          OPERATION.WRITE,
          OPERATION.FLUSH,
          OPERATION.SYNC,
          OPERATION.DELETE,
          OPERATION.MOVE,
          OPERATION.MKDIRS,
          OPERATION.NATIVE_COPY);

  static final Set<OPERATION> ALL = EnumSet.allOf(OPERATION.class);

  private record Hang(String storageId, Set<OPERATION> operations, CountDownLatch end) {}

  private volatile @Nullable Hang hang;
  private final AtomicInteger stuck = new AtomicInteger();

  private HangingVolume() {
    super(new Configuration(false));
  }

  /** Puts itself into a DataNode, stock or ours. */
  static HangingVolume in(DataNode datanode) throws Exception {
    HangingVolume fault = new HangingVolume();
    StockField.of(FileIoProvider.class, "faultInjectorEventHook", FaultInjectorFileIoEvents.class)
        .set(datanode.getFileIoProvider(), fault);
    return fault;
  }

  void hang(FsVolumeSpi volume, Set<OPERATION> operations) {
    hang = new Hang(volume.getStorageID(), operations, new CountDownLatch(1));
  }

  void answer() {
    Hang ended = hang;
    hang = null;
    if (ended != null) {
      ended.end().countDown();
    }
  }

  /** How many threads are stuck at the moment. */
  int stuck() {
    return stuck.get();
  }

  @Override
  public void beforeMetadataOp(@Nullable FsVolumeSpi volume, OPERATION op) {
    before(volume, op);
  }

  @Override
  public void beforeFileIo(@Nullable FsVolumeSpi volume, OPERATION op, long len) {
    before(volume, op);
  }

  private void before(@Nullable FsVolumeSpi volume, OPERATION op) {
    Hang now = hang;
    if (now == null
        || volume == null
        || !volume.getStorageID().equals(now.storageId())
        || !now.operations().contains(op)) {
      return;
    }
    stuck.incrementAndGet();
    boolean interrupted = false;
    while (true) {
      try {
        now.end().await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    stuck.decrementAndGet();
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
