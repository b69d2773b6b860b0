package org.tieredhdfs.mover.service.journal;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.functional.InvocationRaisingIOE;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.rpc.ServiceErrors;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.service.request.GivenUp;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.WaitingFile;

/**
 * The service's journal: a file in HDFS with the accepted and ended requests and the position in
 * the event stream.
 *
 * <p>Each time it is opened, and when much of it has become idle, a new file with a higher number
 * is written, and the old one deleted when the new one is safe. Opening takes the lease of every
 * older file away, so that an instance that was thought dead cannot write any more: the number is
 * the epoch. Thread-safe; writers wait for each other while one syncs, and share it.
 */
public final class Journal implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
  private static final String PREFIX = "journal.";
  private static final String DAMAGED = "damaged.";
  private static final long LEASE_WAIT_MS = 500;
  private static final int LEASE_TRIES = 120;
  private static final long MEND_INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);

  private final DistributedFileSystem fileSystem;
  private final Path directory;
  private final List<Path> damaged;

  // written while holding the lock of this, read without
  private final JournalState state;

  // guarded by this
  private boolean isBroken;
  private boolean hasFailedToCompact;
  private long failedToCompactNs;
  private long epoch;
  private JournalFile file;

  /**
   * Opens the journal in a directory, which is created if it does not exist.
   *
   * @param maxFinished how many of users' requests that have ended are kept
   */
  public Journal(DistributedFileSystem fileSystem, Path directory, int maxFinished)
      throws IOException, InterruptedException {
    this.fileSystem = fileSystem;
    this.directory = directory;
    this.state = new JournalState(maxFinished);
    fileSystem.mkdirs(directory);
    // it has paths of all users, so only the service may read it
    fileSystem.setPermission(directory, new FsPermission((short) 0700));
    List<Path> old = files();
    boolean isDamaged = false;
    for (Path path : old) {
      takeLease(path);
      isDamaged |= !replay(path);
      epoch = Math.max(epoch, epochOf(path));
    }
    damaged = isDamaged ? old : List.of();
    file = begun();
    if (!isDamaged) {
      removeOlder();
    }
  }

  private List<Path> files() throws IOException {
    List<Path> files = new ArrayList<>();
    for (FileStatus status : fileSystem.listStatus(directory)) {
      String name = status.getPath().getName();
      if (status.isFile() && name.matches("journal\\.\\d+")) {
        files.add(status.getPath());
      }
    }
    files.sort(Comparator.comparingLong(Journal::epochOf));
    return files;
  }

  private static long epochOf(Path path) {
    return Long.parseLong(path.getName().substring(PREFIX.length()));
  }

  private void takeLease(Path path) throws IOException, InterruptedException {
    for (int i = 0; i < LEASE_TRIES; i++) {
      if (fileSystem.recoverLease(path)) {
        return;
      }
      Thread.sleep(LEASE_WAIT_MS);
    }
    throw new IOException(path + ": cannot recover its lease");
  }

  /** Reads a file; returns whether it was complete, apart from a last, partial record. */
  private boolean replay(Path path) throws IOException {
    try (DataInputStream in = new DataInputStream(new BufferedInputStream(fileSystem.open(path)))) {
      while (true) {
        JournalRecords.read(in, state);
      }
    } catch (EOFException e) {
      return true;
    } catch (DamagedJournalException | IllegalArgumentException e) {
      LOG.error("{} is damaged; the rest of it is lost: {}", path, e.getMessage());
      return false;
    }
  }

  /** Sets the damaged files aside: what was lost with them is accepted again. */
  public void madeUp() throws IOException {
    for (Path path : damaged) {
      fileSystem.rename(path, new Path(directory, DAMAGED + path.getName()));
    }
  }

  /** Whether something was lost that must be found by looking at the namespace again. */
  public boolean wasDamaged() {
    return !damaged.isEmpty();
  }

  /** The state, which can be read without waiting for a write. */
  public JournalState state() {
    return state;
  }

  /**
   * Records requests from events, one by one, and that all events up to a transaction are handled.
   * They are on stable storage when this returns.
   *
   * @param joined open requests that are asked for once more
   * @return the requests with their numbers
   * @throws IOException if they cannot be recorded, for lack of space in HDFS or else; what was
   *     accepted before is as safe as it was, and the next attempt begins a new file
   * @throws FencedException if another instance has taken over
   */
  public synchronized List<RequestLife> accept(
      List<QueuedRequest> requests, List<QueuedRequest> joined, long transaction)
      throws IOException {
    List<QueuedRequest> numbered = new ArrayList<>();
    long id = state.lastId();
    for (QueuedRequest request : requests) {
      id++;
      numbered.add(request.numbered(id, id, 1));
    }
    return recordAll(numbered, joined, transaction);
  }

  /** Records the parts of one user request in the same way. */
  public synchronized List<RequestLife> acceptTogether(List<QueuedRequest> requests)
      throws IOException {
    List<QueuedRequest> numbered = new ArrayList<>();
    long group = state.lastId() + 1;
    for (int i = 0; i < requests.size(); i++) {
      numbered.add(requests.get(i).numbered(group + i, group, requests.size()));
    }
    return recordAll(numbered, List.of(), state.lastTransaction());
  }

  private List<RequestLife> recordAll(
      List<QueuedRequest> numbered, List<QueuedRequest> joined, long transaction)
      throws IOException {
    try {
      mendIfBroken();
      write(
          () -> {
            for (QueuedRequest request : numbered) {
              JournalRecords.accepted(file.out(), request);
            }
            for (QueuedRequest request : joined) {
              JournalRecords.joined(file.out(), request);
            }
            if (transaction != JournalState.NOTHING_SEEN) {
              JournalRecords.seen(file.out(), transaction);
            }
            file.sync();
          });
    } catch (FencedException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(
          directory
              + ": cannot write the journal, so nothing was accepted: "
              + ServiceErrors.sentence(e),
          e);
    }
    // update the state only after the sync: after a failure the same events are read again
    List<RequestLife> lives = new ArrayList<>();
    numbered.forEach(request -> lives.add(state.accepted(request)));
    state.seen(transaction);
    return lives;
  }

  private void write(InvocationRaisingIOE records) throws IOException {
    try {
      records.apply();
    } catch (IOException | RuntimeException | Error e) {
      isBroken = true;
      throw e;
    }
  }

  /** Records that a request has ended; lost with a crash, it is merely worked on again. */
  public synchronized void ended(long id) {
    state.ended(id);
    writeSoon("the end of " + id, () -> JournalRecords.ended(file.out(), id));
  }

  /** Records the outcome of a user's request whose parts have all ended. */
  public synchronized void finished(RequestStatusProto status) {
    state.finished(status);
    writeSoon(
        "the outcome of " + status.getId(), () -> JournalRecords.finished(file.out(), status));
  }

  /**
   * Records what an open request waits for; if a crash loses this, it is checked as if it were new.
   *
   * @param joins how many times it had been repeated by then; if more since, it is checked again
   */
  public synchronized void waits(RequestLife life, WaitingFile file, int joins) {
    if (life.joins() == joins && state.open().get(life.id()) == life) {
      writeSoon(
          "that " + life + " waits",
          () -> JournalRecords.waits(this.file.out(), life.request(), file));
    }
  }

  /** Records that an open request was repeated by a walk, whose end is recorded after that. */
  public synchronized void joined(QueuedRequest request) {
    writeSoon("that " + request + " is repeated", () -> JournalRecords.joined(file.out(), request));
  }

  /**
   * Takes up a file that a walk has found and that waits. A crash may lose it, but then it has lost
   * the end of the walk, too.
   *
   * @return the request that it becomes
   */
  public synchronized RequestLife found(QueuedRequest request, WaitingFile waiting) {
    long id = state.lastId() + 1;
    RequestLife life =
        state.waits(
            request.isOfUser()
                ? request.numbered(id, request.group(), request.groupSize())
                : request.numbered(id, id, 1),
            waiting);
    writeSoon(
        "that " + life + " waits", () -> JournalRecords.waits(file.out(), life.request(), waiting));
    return life;
  }

  public synchronized void gaveUp(GivenUp given) {
    state.gaveUp(given);
    writeSoon("that " + given + " is given up", () -> JournalRecords.gaveUp(file.out(), given));
  }

  /** Removes a file from the list of those given up, if it is there. */
  public void resolved(long inodeId) {
    if (state.resolved(inodeId)) {
      synchronized (this) {
        writeSoon(
            "that inode " + inodeId + " is in place",
            () -> JournalRecords.resolved(file.out(), inodeId));
      }
    }
  }

  /** Records limits that were set; they are on stable storage when this returns. */
  public synchronized void limits(LimitsProto limits) throws IOException {
    mendIfBroken();
    write(
        () -> {
          JournalRecords.limits(file.out(), limits);
          file.sync();
        });
    state.limits(limits);
  }

  /**
   * Writes records that need not be durable immediately. After a failure the next file has them,
   * for it is written from the state; only a crash before that loses them.
   */
  private void writeSoon(String what, InvocationRaisingIOE records) {
    if (isBroken && !isTimeForAnotherTry()) {
      return;
    }
    try {
      mendIfBroken();
      write(records);
      if (file.isMostlyIdle() && isTimeForAnotherTry()) {
        compact();
      }
    } catch (IOException e) {
      LOG.warn("Cannot journal {}; a restart would not know it: {}", what, e.toString());
    }
  }

  /** While HDFS takes nothing, not each of many ends has to find that out. */
  private boolean isTimeForAnotherTry() {
    return !hasFailedToCompact || System.nanoTime() - failedToCompactNs > MEND_INTERVAL_NS;
  }

  /** Brings everything that was recorded to stable storage. */
  public synchronized void makeSafe() throws IOException {
    mendIfBroken();
    write(file::sync);
  }

  /** A stream that has failed once fails for ever, so the state is written to a new file. */
  private void mendIfBroken() throws IOException {
    if (isBroken) {
      requireNewest();
      compact();
      // Another instance may have taken over before the new file was there
      requireNewest();
    }
  }

  private void requireNewest() throws IOException {
    List<Path> files = files();
    long last = files.isEmpty() ? 0 : epochOf(files.get(files.size() - 1));
    if (last > epoch || !file.isThere()) {
      isBroken = true;
      throw new FencedException(
          directory + ": another instance has taken over, with epoch " + last + " after " + epoch);
    }
  }

  /** A new file with all that counts; when this fails, the number is free again. */
  private JournalFile begun() throws IOException {
    JournalFile fresh = new JournalFile(fileSystem, new Path(directory, PREFIX + (epoch + 1)));
    try {
      fresh.begin(state);
    } catch (IOException e) {
      if (!fresh.remove()) {
        epoch++;
      }
      throw e;
    }
    epoch++;
    return fresh;
  }

  /**
   * Writes a new file with the current state, and drops the old one, which stays valid if the new
   * one cannot be written.
   */
  public synchronized void compact() throws IOException {
    JournalFile old = file;
    try {
      file = begun();
    } catch (IOException e) {
      hasFailedToCompact = true;
      failedToCompactNs = System.nanoTime();
      throw e;
    }
    hasFailedToCompact = false;
    isBroken = false;
    old.abandon();
    removeOlder();
  }

  private void removeOlder() {
    try {
      for (Path path : files()) {
        if (epochOf(path) < epoch && !damaged.contains(path)) {
          fileSystem.delete(path, false);
        }
      }
    } catch (IOException e) {
      LOG.warn("{}: cannot delete old files: {}", directory, e.toString());
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (isBroken) {
      // accepted requests are durable; the rest cannot be written
      file.abandon();
    } else {
      file.close();
    }
  }
}
