package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.service.FairQueue.Lane;
import org.tieredhdfs.mover.service.journal.Journal;
import org.tieredhdfs.mover.service.journal.JournalState;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.RequestLife.Stage;
import org.tieredhdfs.mover.service.request.RetrySettings;
import org.tieredhdfs.mover.service.request.Run;
import org.tieredhdfs.mover.service.request.ServiceSettings;
import org.tieredhdfs.mover.service.request.WaitingFile;
import org.tieredhdfs.mover.service.request.WaitingFile.Why;

/**
 * All open requests with their states: accepts them, one for each file or directory and user, hands
 * them out in turn, and wakes them when their wait is over.
 *
 * <p>What is in here is on stable storage. Bounded: events by the number that are open of them,
 * users by the same number together and by one each. Thread-safe; the journal is written outside of
 * its lock.
 */
public final class OpenRequests {
  private static final Logger LOG = LoggerFactory.getLogger(OpenRequests.class);
  private static final Logger AUDIT = LoggerFactory.getLogger("org.tieredhdfs.mover.audit");
  private static final String EVENTS = "";
  private static final int MIN_DROPPED_TO_TIDY = 1_000;
  private static final long ROOM_CHECK_MS = 1_000;

  /** One in this many running requests is left to other users. */
  private static final int LEFT_TO_OTHERS = 4;

  /** A requested inode and its user. */
  private record Subject(long inodeId, String user) {}

  /** A request that waits; it may have been woken before. */
  private record Timed(RequestLife life, long dueNs) {
    boolean isUpToDate() {
      return life.stage() == Stage.WAITING && life.dueNs() == dueNs;
    }
  }

  /** A request whose turn has come. */
  public record Turn(RequestLife life, Lane lane, String user, List<FileRef> files, Run run) {}

  private final Journal journal;
  private final int capacity;
  private final int perUser;
  private final RetrySettings retry;

  // guarded by this
  private final FairQueue ready;
  private final Map<Subject, RequestLife> bySubject = new HashMap<>();
  private final OpenFiles openFiles = new OpenFiles();
  private final OpenWalks openWalks = new OpenWalks();
  private final long startNs = System.nanoTime();
  private final PriorityQueue<Timed> timed =
      new PriorityQueue<>(Comparator.comparingLong(one -> one.dueNs() - startNs));

  /** The approximate number of entries whose requests have ended or were woken. */
  private int dropped;

  public OpenRequests(Journal journal, ServiceSettings settings) {
    this.journal = journal;
    this.capacity = settings.queue();
    this.perUser = settings.queuePerUser();
    this.retry = settings.retry();
    this.ready =
        new FairQueue(
            Map.of(
                Lane.FILES,
                settings.requests() - settings.requests() / LEFT_TO_OTHERS,
                Lane.WALKS,
                settings.walks() - settings.walks() / LEFT_TO_OTHERS));
    for (RequestLife life : journal.state().open().values()) {
      index(life);
      life.waiting().forEach(file -> await(life, file));
      if (life.stage() == Stage.WAITING) {
        timed.add(new Timed(life, life.dueNs()));
      } else {
        ready.add(life);
      }
    }
  }

  private void index(RequestLife life) {
    openWalks.add(life);
    Subject subject = subjectOf(life.request());
    if (subject != null) {
      bySubject.putIfAbsent(subject, life);
    }
  }

  /** By what others join it; null if it is a part of a larger one. */
  private static @Nullable Subject subjectOf(QueuedRequest request) {
    return request.groupSize() == 1 ? new Subject(request.inodeId(), request.user()) : null;
  }

  private void await(RequestLife life, WaitingFile file) {
    if (file.why() == Why.OPEN) {
      openFiles.add(life, file);
    }
  }

  public long lastTransaction() {
    return journal.state().lastTransaction();
  }

  /** Waits until there is room for more requests from events. */
  public synchronized void awaitRoom() throws InterruptedException {
    while (journal.state().openCount(EVENTS) >= capacity) {
      wait(ROOM_CHECK_MS);
    }
  }

  /**
   * Accepts requests from events; when this returns, they survive a crash. A request that is
   * already open is rechecked once more.
   */
  public void accept(List<QueuedRequest> requests, long transaction) throws IOException {
    List<QueuedRequest> fresh = new ArrayList<>();
    List<QueuedRequest> joined = new ArrayList<>();
    Map<Subject, QueuedRequest> bySubjectOfThese = new HashMap<>();
    synchronized (this) {
      for (QueuedRequest request : requests) {
        Subject subject = new Subject(request.inodeId(), request.user());
        RequestLife known = bySubject.get(subject);
        if (known == null) {
          bySubjectOfThese.merge(subject, request, QueuedRequest::askedAgain);
        } else {
          joined.add(join(known, request));
        }
      }
    }
    fresh.addAll(bySubjectOfThese.values());
    add(journal.accept(fresh, joined, transaction));
  }

  private QueuedRequest join(RequestLife life, QueuedRequest request) {
    life.waiting().forEach(file -> openFiles.remove(life, file.file().path()));
    QueuedRequest joined = life.join(request);
    if (life.stage() == Stage.WAITING) {
      dropped++;
      wake(life);
      tidy();
    }
    return joined;
  }

  /**
   * Accepts one request of a user, with all its parts; when this returns, it survives a crash.
   *
   * @return its number; that of an open one if the user has asked for the same before
   * @throws IOException if there is no room for it
   */
  public long acceptTogether(List<QueuedRequest> requests) throws IOException {
    String user = requests.get(0).user();
    if (requests.size() == 1) {
      QueuedRequest joined = null;
      synchronized (this) {
        RequestLife known = bySubject.get(new Subject(requests.get(0).inodeId(), user));
        if (known != null && known.request().isRecursive() == requests.get(0).isRecursive()) {
          joined = join(known, requests.get(0));
        }
      }
      if (joined != null) {
        List<RequestLife> unused = journal.accept(List.of(), List.of(joined), lastTransaction());
        return joined.group();
      }
    }
    requireRoom(user, requests.size());
    List<RequestLife> safe = journal.acceptTogether(requests);
    add(safe);
    return safe.get(0).request().group();
  }

  private void requireRoom(String user, int more) throws IOException {
    JournalState state = journal.state();
    int ofUsers = state.openCount() - state.openCount(EVENTS);
    if (ofUsers + (long) more > capacity) {
      throw new IOException(
          "the queue limit is "
              + capacity
              + " files and directories, and it holds "
              + ofUsers
              + "; try again when some are done");
    }
    if (state.openCount(user) + (long) more > perUser) {
      throw new IOException(
          "the queue limit is "
              + perUser
              + " files and directories of "
              + user
              + ", and it holds "
              + state.openCount(user)
              + "; try again when some are done");
    }
  }

  private void add(List<RequestLife> safe) {
    synchronized (this) {
      for (RequestLife life : safe) {
        index(life);
        ready.add(life);
      }
      notifyAll();
    }
    for (RequestLife life : safe) {
      LOG.debug("Accepted {}", life);
    }
  }

  /** Waits for the next request that is due. */
  public synchronized Turn take(Lane lane) throws InterruptedException {
    while (true) {
      long nowNs = System.nanoTime();
      long waitNs = wakeWhatIsDue(nowNs);
      RequestLife life = ready.take(lane);
      if (life != null) {
        return begin(life, lane, nowNs);
      }
      if (waitNs == Long.MAX_VALUE) {
        wait();
      } else {
        TimeUnit.NANOSECONDS.timedWait(this, waitNs);
      }
    }
  }

  private long wakeWhatIsDue(long nowNs) {
    Timed first = timed.peek();
    while (first != null && (first.dueNs() - nowNs <= 0 || !first.isUpToDate())) {
      timed.remove();
      if (first.isUpToDate()) {
        wake(first.life());
      } else {
        dropped = Math.max(0, dropped - 1);
      }
      first = timed.peek();
    }
    return first == null ? Long.MAX_VALUE : Math.max(1, first.dueNs() - nowNs);
  }

  private void wake(RequestLife life) {
    life.due();
    ready.add(life);
    notifyAll();
  }

  private Turn begin(RequestLife life, Lane lane, long nowNs) {
    List<WaitingFile> before = life.waiting();
    List<FileRef> files = life.begin(nowNs);
    List<WaitingFile> taken = new ArrayList<>(before);
    taken.removeAll(life.waiting());
    taken.forEach(file -> openFiles.remove(life, file.file().path()));
    Run run = new Run(life, taken, retry);
    life.began(run);
    return new Turn(life, lane, life.request().user(), files, run);
  }

  /** Returns a running request to the queue, all of it, with a delay. */
  public synchronized void rest(Turn turn, long delayMs) {
    RequestLife life = turn.life();
    gaveBack(turn);
    if (life.stage().isEnd()) {
      return;
    }
    life.waiting().forEach(file -> openFiles.remove(life, file.file().path()));
    life.rest(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMs));
    putBack(life);
  }

  /** Puts back a request whose work failed as a whole; returns the delay. */
  public long restAfterFailure(Turn turn) {
    long delayMs = retry.delayMs(turn.life().rounds() + 1);
    rest(turn, delayMs);
    return delayMs;
  }

  private void gaveBack(Turn turn) {
    ready.gaveBack(turn.lane(), turn.user());
    notifyAll();
  }

  private void putBack(RequestLife life) {
    if (life.stage() == Stage.WAITING) {
      timed.add(new Timed(life, life.dueNs()));
    } else {
      ready.add(life);
    }
    notifyAll();
  }

  /**
   * Called when the work on a request is done.
   *
   * @return the next state; if it has ended, pass it to {@link #forget}
   */
  public Stage worked(Turn turn, List<WaitingFile> left, boolean gaveUp) {
    RequestLife life = turn.life();
    Stage stage;
    List<WaitingFile> all;
    int joins;
    synchronized (this) {
      gaveBack(turn);
      openWalks.worked(life, System.nanoTime());
      List<WaitingFile> before = life.waiting();
      life.worked(left, gaveUp);
      stage = life.stage();
      // copy it now: files that are rechecked soon leave this list without being done
      all = life.waiting();
      joins = life.joins();
      if (stage.isEnd()) {
        leave(life);
      } else {
        if (stage == Stage.WAITING) {
          left.forEach(file -> await(life, file));
        } else {
          before.forEach(file -> openFiles.remove(life, file.file().path()));
        }
        putBack(life);
      }
    }
    if (stage == Stage.WAITING) {
      try {
        journal.waits(life, all, joins);
      } catch (IOException e) {
        LOG.warn(
            "Cannot journal the progress of {}; a restart begins it again: {}", life, e.toString());
      }
    }
    if (stage == Stage.WAITING || stage == Stage.GIVEN_UP) {
      AUDIT.info(
          "request={} stage={} waiting={} path={}",
          life.request().group(),
          stage,
          all.size(),
          life.request().path());
    }
    return stage;
  }

  private void leave(RequestLife life) {
    openWalks.remove(life, System.nanoTime());
    Subject subject = subjectOf(life.request());
    if (subject != null) {
      boolean unused = bySubject.remove(subject, life);
    }
    life.waiting().forEach(file -> openFiles.remove(life, file.file().path()));
  }

  /** Cancels a request; one that is running is returned by its runner. */
  public synchronized void cancel(RequestLife life) {
    leave(life);
    if (life.stage() == Stage.ACCEPTED || life.stage() == Stage.WAITING) {
      dropped++;
    }
    life.cancel();
    tidy();
  }

  /** Called when the turn of a cancelled request is over. */
  public synchronized void cancelled(Turn turn) {
    gaveBack(turn);
    if (!turn.life().stage().isEnd()) {
      leave(turn.life());
      turn.life().cancel();
    }
  }

  private void tidy() {
    if (dropped >= Math.max(MIN_DROPPED_TO_TIDY, (ready.size() + timed.size()) / 2)) {
      ready.tidy();
      timed.removeIf(one -> !one.isUpToDate());
      dropped = 0;
    }
  }

  /** Lets the journal forget a request that has ended. */
  public void forget(RequestLife life) {
    try {
      journal.ended(life.id());
    } catch (IOException e) {
      LOG.warn(
          "Cannot journal the end of {}; it may run again after a restart: {}", life, e.toString());
    }
    synchronized (this) {
      notifyAll();
    }
  }

  /**
   * Whether a directory was walked at a time or later, or is to be: files that were renamed since
   * may have been passed by.
   *
   * @param sinceNs by {@link System#nanoTime}
   */
  synchronized boolean hasWalksSince(long sinceNs) {
    return openWalks.anySince(sinceNs);
  }

  /** Whether any request waits for a file to be closed. */
  public synchronized boolean awaitsClosing() {
    return !openFiles.isEmpty();
  }

  /**
   * Called when a file was closed, or something else is at its path.
   *
   * @return whether a request may wait for it that knows it by another path
   */
  public synchronized boolean closed(String path) {
    List<OpenFiles.Awaited> there = openFiles.at(path);
    there.forEach(this::wake);
    return there.isEmpty() && openFiles.hasName(path);
  }

  /** A file was closed. */
  public synchronized void closed(long inodeId) {
    openFiles.of(inodeId).forEach(this::wake);
  }

  private void wake(OpenFiles.Awaited file) {
    hasten(file.life(), one -> one.file().inodeId() == file.inodeId());
  }

  /**
   * Retries waiting failures now.
   *
   * @return how many files
   */
  public synchronized int retry(Predicate<QueuedRequest> which) {
    int files = 0;
    for (RequestLife life : journal.state().open().values()) {
      if (which.test(life.request())) {
        files += hasten(life, file -> file.why() == Why.RETRY);
      }
    }
    return files;
  }

  private int hasten(RequestLife life, Predicate<WaitingFile> which) {
    long nowNs = System.nanoTime();
    List<WaitingFile> files = new ArrayList<>();
    int hastened = 0;
    for (WaitingFile file : life.waiting()) {
      boolean isHastened = which.test(file);
      files.add(isHastened ? file.dueAt(nowNs) : file);
      hastened += isHastened ? 1 : 0;
    }
    if (hastened > 0) {
      life.waitFor(files);
      if (life.stage() == Stage.WAITING) {
        dropped++;
        wake(life);
      }
    }
    return hastened;
  }

  /** The number of open requests. */
  public int open() {
    return journal.state().openCount();
  }

  /** The approximate number of requests that wait for a time. */
  public synchronized int delayed() {
    return timed.size();
  }
}
