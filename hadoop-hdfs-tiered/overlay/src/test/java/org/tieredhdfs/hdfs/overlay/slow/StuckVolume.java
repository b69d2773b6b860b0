package org.tieredhdfs.hdfs.overlay.slow;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FaultInjectorFileIoEvents;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.stock.StockField;

/** A volume on which chosen calls wait until it is told to answer, and cannot be interrupted. */
final class StuckVolume extends FaultInjectorFileIoEvents {
  static final Set<OPERATION> CHANGES =
      EnumSet.complementOf(EnumSet.of(OPERATION.READ, OPERATION.TRANSFER, OPERATION.EXISTS));

  private final String storageId;
  private final Set<OPERATION> operations;
  private final Predicate<StackWalker.StackFrame> caller;
  private final CountDownLatch answer = new CountDownLatch(1);
  private final AtomicInteger stuck = new AtomicInteger();

  private StuckVolume(
      String storageId, Set<OPERATION> operations, Predicate<StackWalker.StackFrame> caller) {
    super(new Configuration(false));
    this.storageId = storageId;
    this.operations = operations;
    this.caller = caller;
  }

  /**
   * Gets stuck at once.
   *
   * @param caller whose calls are stuck: a frame of theirs
   */
  static StuckVolume in(
      DataNode datanode,
      String storageId,
      Set<OPERATION> operations,
      Predicate<StackWalker.StackFrame> caller)
      throws Exception {
    StuckVolume stuck = new StuckVolume(storageId, operations, caller);
    StockField.of(FileIoProvider.class, "faultInjectorEventHook", FaultInjectorFileIoEvents.class)
        .set(datanode.getFileIoProvider(), stuck);
    return stuck;
  }

  void answer() {
    answer.countDown();
  }

  /** How many threads wait at the moment. */
  int waiting() {
    return stuck.get();
  }

  @Override
  public void beforeMetadataOp(@Nullable FsVolumeSpi volume, OPERATION op) {
    await(volume, op);
  }

  @Override
  public void beforeFileIo(@Nullable FsVolumeSpi volume, OPERATION op, long len) {
    await(volume, op);
  }

  private void await(@Nullable FsVolumeSpi volume, OPERATION op) {
    if (volume == null
        || !volume.getStorageID().equals(storageId)
        || !operations.contains(op)
        || answer.getCount() == 0
        || !StackWalker.getInstance().walk(frames -> frames.anyMatch(caller))) {
      return;
    }
    stuck.incrementAndGet();
    boolean isInterrupted = false;
    while (true) {
      try {
        answer.await();
        break;
      } catch (InterruptedException e) {
        isInterrupted = true;
      }
    }
    stuck.decrementAndGet();
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
