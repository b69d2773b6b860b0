package org.tieredhdfs.mover.work;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.QuotaExceededException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.ipc.RetriableException;
import org.apache.hadoop.ipc.StandbyException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.api.FileListener;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveProgress;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.mover.api.MoveVerdict;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.namenode.NamenodeLink;
import org.tieredhdfs.mover.transfer.Owner;

/**
 * One request: finds its files, starts them one by one as the pool has room, and counts their
 * outcomes. Thread-safe.
 */
public final class MoveJob implements MoveHandle, Owner {
  private static final Logger AUDIT = LoggerFactory.getLogger("org.tieredhdfs.mover.audit");
  private static final Logger LOG = LoggerFactory.getLogger(MoveJob.class);
  private static final int MAX_KEPT = 1_000;

  private final RequestRef request;
  private final NamenodeLink namenode;
  private final WorkSettings settings;
  private final FileGate gate;
  private final FileListener listener;
  private final Runnable whenCancelled;
  private final long startedNs = System.nanoTime();
  private final CompletableFuture<@Nullable Void> end = new CompletableFuture<>();
  private volatile boolean isCancelled;
  private volatile boolean wasWalkCutShort;

  // guarded by this
  private final Map<FileOutcome, Long> filesByOutcome = new EnumMap<>(FileOutcome.class);
  private final Map<Reason, Long> blocksByReason = new EnumMap<>(Reason.class);
  private final ArrayDeque<FileResult> unsatisfied = new ArrayDeque<>();
  private final List<String> errors = new ArrayList<>();
  private long bytesFound;
  private long bytesOfEnded;
  private long bytesMovedOfEnded;
  private long filesFound;
  private long filesEnded;
  private boolean isAllFound;
  private long replicasMoved;
  private long bytesMoved;
  private long endedNs;

  /**
   * @param gate decides of each file whether it is to be moved
   * @param whenCancelled called once the job is marked as cancelled
   */
  public MoveJob(
      RequestRef request,
      NamenodeLink namenode,
      WorkSettings settings,
      FileGate gate,
      FileListener listener,
      Consumer<MoveJob> whenCancelled) {
    this.request = request;
    this.namenode = namenode;
    this.settings = settings;
    this.gate = gate;
    this.listener = listener;
    this.whenCancelled = () -> whenCancelled.accept(this);
  }

  /** Finds the files of a job and passes them on. */
  @FunctionalInterface
  public interface Search {
    void run() throws InterruptedException;
  }

  /** Passes on all files of a request; the receiver may block. */
  public void walk(MoveRequest wanted, FileTaker taker) throws InterruptedException {
    search(
        () -> {
          for (String path : wanted.paths()) {
            walkPath(path, path, wanted.recursive(), taker);
          }
          for (long inode : wanted.inodeIds()) {
            FileRef file = new FileRef(inode, "inode " + inode);
            walkPath(file.path(), file.lookupPath(), wanted.recursive(), taker);
          }
        });
  }

  /** Passes on a file, or the files of a directory, whose path is known; the receiver may block. */
  public void walk(FileRef start, boolean isRecursive, FileTaker taker)
      throws InterruptedException {
    search(() -> walkPath(start.path(), start.lookupPath(), isRecursive, taker));
  }

  /** Passes on a single file without looking it up; the receiver may block. */
  public void pass(FileRef file, FileTaker taker) throws InterruptedException {
    // its size is unknown: it was not listed
    search(() -> hand(file, 0, null, taker));
  }

  private void search(Search search) throws InterruptedException {
    try {
      search.run();
    } catch (RuntimeException | Error e) {
      LOG.error("Listing the files of request {} failed", id(), e);
      wasWalkCutShort = true;
      error("listing its files failed: " + e);
    } finally {
      synchronized (this) {
        isAllFound = true;
      }
      endIfDone();
    }
  }

  private void walkPath(String name, String path, boolean isRecursive, FileTaker taker)
      throws InterruptedException {
    if (isCancelled) {
      return;
    }
    try {
      HdfsFileStatus status = namenode.status(path);
      if (status == null) {
        error(name + ": no such file or directory");
        return;
      }
      FileRef found = new FileRef(status.getFileId(), name);
      if (status.isDirectory()) {
        FileWalk walk = new FileWalk(namenode, found, isRecursive, gate);
        for (FileRef file = next(walk); file != null && !isCancelled; file = next(walk)) {
          hand(file, walk.lastBytes(), walk.listed(), taker);
        }
      } else {
        hand(found, FileWalk.replicaBytes(status), null, taker);
      }
    } catch (IOException e) {
      LOG.warn("Request {}: {}", id(), name, e);
      wasWalkCutShort = true;
      error(name + ": " + e.getMessage());
    }
  }

  /** The next file of a walk, which waits where it is for a NameNode that cannot be asked. */
  private @Nullable FileRef next(FileWalk walk) throws IOException, InterruptedException {
    long failingSinceNs = 0;
    for (int failures = 1; ; failures++) {
      try {
        return walk.next();
      } catch (IOException e) {
        failingSinceNs = failures == 1 ? System.nanoTime() : failingSinceNs;
        if (isCancelled
            || !isPassing(e)
            || System.nanoTime() - failingSinceNs > settings.namenodePatienceNs()) {
          throw e;
        }
        LOG.warn("Request {} waits with its walk: {}", id(), e.toString());
        Thread.sleep(settings.backoff().afterFailuresMs(failures));
      }
    }
  }

  /** Whether a NameNode does not answer, or only says that it will later. */
  private static boolean isPassing(IOException e) {
    IOException cause = e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
    return cause instanceof RetriableException
        || cause instanceof StandbyException
        || (cause == e
            && !(e instanceof AccessControlException || e instanceof QuotaExceededException));
  }

  private void hand(FileRef file, long bytes, @Nullable ListedFile listed, FileTaker taker)
      throws InterruptedException {
    synchronized (this) {
      filesFound++;
      bytesFound += bytes;
    }
    FileOutcome untouched = FileOutcome.CANCELLED;
    boolean isTaken = false;
    try {
      MoveVerdict verdict = gate.judge(file);
      if (verdict.kind() == MoveVerdict.Kind.NOW) {
        isTaken = taker.take(file, gate.mayChange(file) ? null : listed, new InFlight(bytes));
      } else {
        if (verdict.kind() == MoveVerdict.Kind.LATER) {
          listener.heldBack(file, verdict.notBeforeMs());
        }
        untouched = FileOutcome.LEFT_OUT;
      }
    } finally {
      // Also if one of them threw: the request ends when all its files have
      if (!isTaken) {
        ended(FileResult.untouched(file.inodeId(), file.path(), untouched), bytes);
      }
    }
  }

  /** A file of the request that is worked on; its results are for the request. */
  public final class InFlight {
    private final long bytes;

    private InFlight(long bytes) {
      this.bytes = bytes;
    }

    /** In whose name transfers are queued, so that they can be taken out together. */
    Owner owner() {
      return MoveJob.this;
    }

    /** Whether the work is to be brought to an end. */
    boolean isCancelled() {
      return isCancelled;
    }

    /** Told as replicas have found their place, with what is new. */
    void moved(long replicas, long movedBytes) {
      synchronized (MoveJob.this) {
        replicasMoved += replicas;
        bytesMoved += movedBytes;
      }
    }

    /** Told once, when the work on the file has ended. */
    void ended(FileResult result) {
      MoveJob.this.ended(result, bytes);
    }
  }

  private synchronized void error(String message) {
    if (errors.size() < MAX_KEPT) {
      errors.add(message);
    }
  }

  /** Receives files to work on. */
  @FunctionalInterface
  public interface FileTaker {
    /**
     * Takes a file when there is room for it; false if it takes none any more.
     *
     * @param listed the file as a listing had it; null if it was not listed
     */
    boolean take(FileRef file, @Nullable ListedFile listed, InFlight watcher)
        throws InterruptedException;
  }

  private void ended(FileResult result, long bytes) {
    AUDIT.info(
        "request={} inode={} path={} outcome={} replicas={} bytes={} failedBlocks={} reason={}",
        id(),
        result.inodeId(),
        result.path(),
        result.outcome(),
        result.replicasMoved(),
        result.bytesMoved(),
        result.failedBlocks(),
        result.failures().isEmpty() ? "" : result.failures().get(0).reason());
    // before it counts: who is told of the end of the last file knows of all
    try {
      listener.ended(result);
    } catch (RuntimeException | Error e) {
      // the work has ended all the same, and must not do so twice
      LOG.error("The outcome of {} was lost", result.path(), e);
      wasWalkCutShort = true;
    }
    synchronized (this) {
      filesEnded++;
      bytesOfEnded += bytes;
      bytesMovedOfEnded += result.bytesMoved();
      filesByOutcome.merge(result.outcome(), 1L, Long::sum);
      result.failures().forEach(failure -> blocksByReason.merge(failure.reason(), 1L, Long::sum));
      if (!result.isGood()) {
        if (unsatisfied.size() == MAX_KEPT) {
          unsatisfied.removeFirst();
        }
        unsatisfied.addLast(result);
      }
    }
    endIfDone();
  }

  private void endIfDone() {
    synchronized (this) {
      if (!isAllFound || filesEnded < filesFound || endedNs != 0) {
        return;
      }
      endedNs = System.nanoTime();
    }
    end.complete(null);
  }

  @Override
  public long id() {
    return request.id();
  }

  @Override
  public String user() {
    return request.user();
  }

  @Override
  public synchronized MoveProgress progress() {
    long untilNs = endedNs == 0 ? System.nanoTime() : endedNs;
    return new MoveProgress(
        filesFound,
        isAllFound,
        filesByOutcome,
        replicasMoved,
        bytesMoved,
        blocksByReason,
        TimeUnit.NANOSECONDS.toMillis(untilNs - startedNs),
        endedNs != 0,
        bytesFound,
        Math.min(bytesFound, bytesOfEnded + Math.max(0, bytesMoved - bytesMovedOfEnded)));
  }

  @Override
  public synchronized List<FileResult> unsatisfied() {
    return List.copyOf(unsatisfied);
  }

  @Override
  public synchronized List<String> errors() {
    return List.copyOf(errors);
  }

  @Override
  public synchronized boolean isCutShort() {
    return isCancelled || wasWalkCutShort || filesByOutcome.containsKey(FileOutcome.CANCELLED);
  }

  @Override
  public void cancel() {
    isCancelled = true;
    whenCancelled.run();
  }

  @Override
  public void whenEnded(Runnable action) {
    CompletableFuture<@Nullable Void> unused = end.thenRun(action);
  }

  @Override
  public boolean await(Duration timeout) throws InterruptedException {
    try {
      end.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end of a job never fails", e);
    }
  }
}
