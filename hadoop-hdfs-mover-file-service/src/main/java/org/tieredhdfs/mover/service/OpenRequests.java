package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.service.FairQueue.Lane;
import org.tieredhdfs.mover.service.journal.Journal;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
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
 * <p>What is in here is on stable storage. What waits is not in anybody's way: bounded are the
 * requests that could be worked on, of users together and of each user, and all that is here.
 * Thread-safe; the journal is written outside of its lock.
 */
public final class OpenRequests {
  private static final Logger LOG = LoggerFactory.getLogger(OpenRequests.class);
  private static final Logger AUDIT = LoggerFactory.getLogger("org.tieredhdfs.mover.audit");

  /** One in this many running requests is left to other users. */
  private static final int LEFT_TO_OTHERS = 4;

  /** A request whose turn has come. */
  public record Turn(RequestLife life, Lane lane, Run run) {}

  private final Journal journal;
  private final int capacity;
  private final int perUser;
  private final int mostOpen;
  private final RetrySettings retry;

  // guarded by this
  private final RequestPlaces places;
  private final Map<RequestSubject, RequestLife> bySubject = new HashMap<>();
  private final OpenWalks openWalks = new OpenWalks();

  public OpenRequests(Journal journal, ServiceSettings settings) {
    this.journal = journal;
    this.capacity = settings.queue();
    this.perUser = settings.queuePerUser();
    this.mostOpen = settings.mostOpen();
    this.retry = settings.retry();
    this.places =
        new RequestPlaces(
            Map.of(
                Lane.FILES,
                settings.requests() - settings.requests() / LEFT_TO_OTHERS,
                Lane.WALKS,
                settings.walks() - settings.walks() / LEFT_TO_OTHERS));
    begin();
  }

  private synchronized void begin() {
    for (RequestLife life : journal.state().open().values()) {
      index(life);
      if (life.waitsForItsFiles() && journal.state().foundParts(life.request().group()).isEmpty()) {
        life.due();
      }
      put(life);
    }
  }

  private void index(RequestLife life) {
    openWalks.add(life);
    RequestSubject subject = RequestSubject.of(life.request());
    if (subject != null) {
      bySubject.putIfAbsent(subject, life);
    }
  }

  private void put(RequestLife life) {
    places.put(life);
    notifyAll();
  }

  public long lastTransaction() {
    return journal.state().lastTransaction();
  }

  /** Whether there is no room for more requests. */
  boolean isFull() {
    return open() >= mostOpen;
  }

  /**
   * Accepts requests from events; when this returns, they survive a crash. A request that is
   * already open is rechecked once more.
   */
  public void accept(List<QueuedRequest> requests, long transaction) throws IOException {
    List<QueuedRequest> fresh = new ArrayList<>();
    List<QueuedRequest> joined = new ArrayList<>();
    Map<RequestSubject, QueuedRequest> bySubjectOfThese = new HashMap<>();
    synchronized (this) {
      for (QueuedRequest request : requests) {
        RequestSubject subject = RequestSubject.ofAsked(request);
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
    boolean isWorkedOn = life.run() != null;
    // A look at everything that had to stop comes again by itself, later each time
    boolean isResting = life.rounds() > 0 && request.origin() == Origin.RECHECK;
    places.takeOut(life);
    QueuedRequest joined = life.join(request);
    if (!isWorkedOn) {
      if (life.stage() == Stage.WAITING && !isResting) {
        life.due();
      }
      put(life);
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
        RequestLife known = bySubject.get(RequestSubject.ofAsked(requests.get(0)));
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

  private synchronized void requireRoom(String user, int more) throws IOException {
    requireRoom(places.active().ofUsers(), more, capacity, "");
    requireRoom(places.active().of(user), more, perUser, " of " + user);
    requireRoom(journal.state().ofUsers(), more, mostOpen / 2, ", those that wait included");
  }

  private static void requireRoom(int now, int more, int most, String of) throws IOException {
    if (now + (long) more > most) {
      throw new IOException(
          String.format(
              "the queue limit is %d files and directories%s, and it holds %d; try again when some"
                  + " are done",
              most, of, now));
    }
  }

  /**
   * Keeps a file that a walk has found and that waits, as a request of its own or with that which
   * there is of it.
   *
   * @return false if there is no room
   */
  private boolean setAside(RequestLife walk, WaitingFile file) {
    QueuedRequest request = walk.request().ofFile(file.file());
    WaitingFile now = null;
    QueuedRequest joined = null;
    int joins = 0;
    RequestLife known;
    synchronized (this) {
      known = bySubject.get(RequestSubject.ofFound(request));
      if (known != null) {
        places.takeOut(known);
        String path = known.request().path();
        WaitingFile before = known.waiting();
        now = known.foundAgain(request, file);
        joins = known.joins();
        if (now == null) {
          joined = join(known, known.recorded().foundAgain(request, file.isThere()));
        } else {
          put(known);
          if (now.equals(before) && path.equals(known.request().path())) {
            return true;
          }
        }
      } else if (isFull() || (request.isOfUser() && journal.state().ofUsers() >= mostOpen / 2)) {
        return false;
      }
    }
    if (known == null) {
      known = journal.found(request, file);
      synchronized (this) {
        addFresh(known);
      }
    } else if (now != null) {
      journal.waits(known, now, joins);
    } else if (joined != null) {
      journal.joined(joined);
    }
    return true;
  }

  /** Unless it was cancelled since it is in the journal, or woken. */
  private void addFresh(RequestLife life) {
    if (life.stage().isEnd()) {
      return;
    }
    index(life);
    if (life.run() == null) {
      places.takeOut(life);
      put(life);
    }
  }

  private void add(List<RequestLife> safe) {
    synchronized (this) {
      safe.forEach(this::addFresh);
    }
    safe.forEach(life -> LOG.debug("Accepted {}", life));
  }

  /** Waits for the next request that is due. */
  public synchronized Turn take(Lane lane) throws InterruptedException {
    while (true) {
      long nowNs = System.nanoTime();
      long waitNs = wakeWhatIsDue(nowNs);
      RequestLife life = places.ready().take(lane);
      if (life != null) {
        return begin(life, lane);
      }
      if (waitNs == Long.MAX_VALUE) {
        wait();
      } else {
        TimeUnit.NANOSECONDS.timedWait(this, waitNs);
      }
    }
  }

  private long wakeWhatIsDue(long nowNs) {
    RequestLife first = places.firstDue();
    while (first != null && first.dueNs() - nowNs <= 0) {
      wake(first);
      first = places.firstDue();
    }
    return first == null ? Long.MAX_VALUE : first.dueNs() - nowNs;
  }

  private void wake(RequestLife life) {
    places.takeOut(life);
    life.due();
    put(life);
  }

  private Turn begin(RequestLife life, Lane lane) {
    Run run = new Run(life, life.begin(), retry, file -> setAside(life, file));
    life.began(run);
    return new Turn(life, lane, run);
  }

  /** Returns a running request to the queue, all of it, with a delay. */
  public synchronized void rest(Turn turn, long delayMs) {
    RequestLife life = turn.life();
    gaveBack(turn);
    if (life.stage().isEnd()) {
      return;
    }
    life.rest(System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMs));
    put(life);
  }

  /** Puts back one whose work failed as a whole, unless it was cancelled; returns the delay. */
  public long restAfterFailure(Turn turn) {
    long delayMs = retry.delayMs(turn.life().rounds() + 1);
    rest(turn, delayMs);
    if (turn.life().stage() == Stage.CANCELLED) {
      forget(turn.life());
    }
    return delayMs;
  }

  private void gaveBack(Turn turn) {
    places.ready().gaveBack(turn.lane(), turn.life().request().user());
    notifyAll();
  }

  /**
   * Called when the work on a request is done.
   *
   * @return the next state; if it has ended, pass it to {@link #forget}
   */
  public Stage worked(Turn turn, @Nullable WaitingFile left, boolean gaveUp) {
    RequestLife life = turn.life();
    Stage stage;
    int joins;
    synchronized (this) {
      gaveBack(turn);
      openWalks.worked(life, System.nanoTime());
      life.worked(left, gaveUp);
      stage = life.stage();
      joins = life.joins();
      if (stage.isEnd()) {
        leave(life);
      } else {
        put(life);
      }
    }
    if (stage == Stage.WAITING && left != null) {
      journal.waits(life, left, joins);
    }
    int setAside = turn.run().setAside();
    if (stage == Stage.WAITING || stage == Stage.GIVEN_UP || setAside > 0) {
      AUDIT.info(
          "request={} stage={} waiting={} path={}",
          life.request().group(),
          stage,
          setAside + (left == null || life.waitsForItsFiles() ? 0 : 1),
          life.request().path());
    }
    return stage;
  }

  /** Ends a directory whose files have all ended; false if it was asked for again. */
  public synchronized boolean filesEnded(RequestLife directory) {
    if (!directory.waitsForItsFiles()) {
      return false;
    }
    leave(directory);
    directory.filesEnded();
    return true;
  }

  private void leave(RequestLife life) {
    openWalks.remove(life, System.nanoTime());
    RequestSubject subject = RequestSubject.of(life.request());
    if (subject != null) {
      boolean unused = bySubject.remove(subject, life);
    }
    places.active().remove(life);
    places.takeOut(life);
  }

  /** Cancels a request; one that is running is returned by its runner. */
  public synchronized void cancel(RequestLife life) {
    leave(life);
    life.cancel();
  }

  /** Called when the turn of a cancelled request is over. */
  public synchronized void cancelled(Turn turn) {
    gaveBack(turn);
    if (!turn.life().stage().isEnd()) {
      leave(turn.life());
      turn.life().cancel();
    }
  }

  /** Lets the journal forget a request that has ended. */
  public void forget(RequestLife life) {
    journal.ended(life.id());
    synchronized (this) {
      notifyAll();
    }
  }

  /**
   * Where directories were walked at a time or later, or are to be: files that were renamed from
   * there since may have been passed by.
   *
   * @param sinceNs by {@link System#nanoTime}
   */
  synchronized NavigableSet<String> walkedSince(long sinceNs) {
    return openWalks.since(sinceNs);
  }

  /** Whether any request waits for a file to be closed. */
  public synchronized boolean awaitsClosing() {
    return !places.openFiles().isEmpty();
  }

  /**
   * Called when a file was closed, or something else is at its path.
   *
   * @return whether a request may wait for it that knows it by another path
   */
  public synchronized boolean closed(String path) {
    List<RequestLife> there = places.openFiles().at(path);
    there.forEach(this::wake);
    return there.isEmpty() && places.openFiles().hasName(path);
  }

  /** A file was closed. */
  public synchronized void closed(long inodeId) {
    places.openFiles().of(inodeId).forEach(this::wake);
  }

  /**
   * Retries waiting failures now.
   *
   * @return how many files
   */
  public synchronized int retry(Predicate<QueuedRequest> which) {
    int files = 0;
    for (RequestLife life : journal.state().open().values()) {
      if (life.waitsFor(Why.RETRY) && life.stage() == Stage.WAITING && which.test(life.request())) {
        wake(life);
        files++;
      }
    }
    return files;
  }

  /** The number of open requests. */
  public int open() {
    return journal.state().openCount();
  }

  /** For how long the oldest that does not wait could have been done, in ms; 0 if none is open. */
  public synchronized long oldestAgeMs() {
    return places.active().oldestAgeMs();
  }

  /** The number of requests that wait for a time. */
  public synchronized int delayed() {
    return places.waiting();
  }
}
