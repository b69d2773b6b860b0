package org.tieredhdfs.hdfs.datanode;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.FaultInjectorFileIoEvents;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider.OPERATION;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.stock.StockField;

/**
 * A fault of one volume: chosen I/O calls wait, like on a disk that does not answer (the thread
 * cannot be interrupted), or some of them fail.
 */
final class VolumeFault extends FaultInjectorFileIoEvents {
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

  /** Calls of the stock provider that fail with an exception; others return false or nothing. */
  static final Set<OPERATION> FALLIBLE =
      EnumSet.of(
          OPERATION.OPEN,
          OPERATION.READ,
          OPERATION.WRITE,
          OPERATION.FLUSH,
          OPERATION.SYNC,
          OPERATION.MOVE,
          OPERATION.NATIVE_COPY);

  private record Errors(String storageId, int oneIn, AtomicInteger calls) {}

  private record Hang(Set<OPERATION> operations, CountDownLatch end) {}

  private final Map<String, Hang> hangs = new ConcurrentHashMap<>();
  private volatile @Nullable Errors errors;
  private volatile @Nullable String failsDirectorySyncs;
  private final AtomicInteger failed = new AtomicInteger();
  private final AtomicInteger stuck = new AtomicInteger();

  private VolumeFault() {
    super(new Configuration(false));
  }

  /** Puts itself into a DataNode, stock or ours. */
  static VolumeFault in(DataNode datanode) throws Exception {
    VolumeFault fault = new VolumeFault();
    StockField.of(FileIoProvider.class, "faultInjectorEventHook", FaultInjectorFileIoEvents.class)
        .set(datanode.getFileIoProvider(), fault);
    return fault;
  }

  void hang(FsVolumeSpi volume, Set<OPERATION> operations) {
    hangs.put(volume.getStorageID(), new Hang(operations, new CountDownLatch(1)));
  }

  /** Lets one in so many of the fallible calls fail. */
  void fail(FsVolumeSpi volume, int oneIn) {
    errors = new Errors(volume.getStorageID(), oneIn, new AtomicInteger());
  }

  /** Lets every sync of a directory fail, of files none. */
  void failDirectorySyncs(FsVolumeSpi volume) {
    failsDirectorySyncs = volume.getStorageID();
  }

  void failNoMore() {
    errors = null;
    failsDirectorySyncs = null;
  }

  /** How many calls have failed. */
  int failed() {
    return failed.get();
  }

  void answer() {
    for (String storageId : List.copyOf(hangs.keySet())) {
      Hang ended = hangs.remove(storageId);
      if (ended != null) {
        ended.end().countDown();
      }
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
    if (volume != null) {
      hangIfDue(volume, op);
      failIfDue(volume, op);
      failDirectorySyncIfDue(volume, op);
    }
  }

  private void failIfDue(FsVolumeSpi volume, OPERATION op) {
    Errors now = errors;
    if (now != null
        && volume.getStorageID().equals(now.storageId())
        && FALLIBLE.contains(op)
        && now.calls().incrementAndGet() % now.oneIn() == 0) {
      failed.incrementAndGet();
      VolumeFault.<RuntimeException>sneak(new IOException("injected fault of " + volume));
    }
  }

  private void failDirectorySyncIfDue(FsVolumeSpi volume, OPERATION op) {
    if (op == OPERATION.SYNC
        && volume.getStorageID().equals(failsDirectorySyncs)
        && StackWalker.getInstance()
            .walk(frames -> frames.anyMatch(f -> f.getMethodName().equals("dirSync")))) {
      failed.incrementAndGet();
      VolumeFault.<RuntimeException>sneak(new IOException("injected fault of " + volume));
    }
  }

  /** The hook declares no exception, its callers do. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <E extends Exception> void sneak(Exception e) throws E {
    throw (E) e;
  }

  private void hangIfDue(FsVolumeSpi volume, OPERATION op) {
    Hang now = hangs.get(volume.getStorageID());
    if (now == null || !now.operations().contains(op)) {
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
