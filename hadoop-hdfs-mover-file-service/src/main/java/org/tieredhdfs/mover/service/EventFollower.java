package org.tieredhdfs.mover.service;

import static java.util.stream.Collectors.toSet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.apache.hadoop.hdfs.inotify.MissingEventsException;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.namenode.StoragePolicyEvents;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.namenode.NamenodeLink;
import org.tieredhdfs.mover.rules.MoveRules;
import org.tieredhdfs.mover.service.CarriedEvents.Carried;
import org.tieredhdfs.mover.service.journal.JournalState;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
import org.tieredhdfs.mover.service.request.ServiceSettings;

/**
 * Follows the NameNode's event stream and creates requests for renames that change the effective
 * policy, for policies that were set or unset, and for concatenations.
 *
 * <p>Events name paths as they were. So each is carried along with what happens later until all was
 * read up to the moment at which the NameNode was asked what is at the path: then it is known by
 * its inode. The position is recorded together with the requests from the events before it, so that
 * after a crash nothing is lost. Used by one thread.
 */
final class EventFollower {
  private static final Logger LOG = LoggerFactory.getLogger(EventFollower.class);
  private static final long POLL_MS = 10;
  private static final long SHORTEST_REST_MS = 50;
  private static final long REST_MS = 250;
  private static final long IDLE_REST_MS = 1_500;
  private static final long IDLE_AFTER_NS = TimeUnit.SECONDS.toNanos(3);
  private static final long LONGEST_UNRECORDED_NS = TimeUnit.SECONDS.toNanos(60);
  private static final int MAX_UNRECORDED_BATCHES = 10_000;
  private static final int MAX_LOOKED_UP = 10_000;
  private static final long LONGEST_SILENCE_NS = TimeUnit.SECONDS.toNanos(10);
  private static final long TOUCH_INTERVAL_NS = TimeUnit.SECONDS.toNanos(2);

  /** The NameNode takes no longer than this from a change to the event that tells of it. */
  private static final long LONGEST_SYNC_NS = TimeUnit.SECONDS.toNanos(10);

  private static final long LONGEST_FULL_NS = TimeUnit.MINUTES.toNanos(10);

  /** With more unresolved events, everything that is followed is checked. */
  private static final int MAX_CARRIED = 500_000;

  private final NamenodeLink namenode;
  private final ServiceSettings settings;
  private final OpenRequests requests;
  private final Supplier<MoveRules> rules;
  private final EventReader reader;
  private final CarriedEvents carried = new CarriedEvents();
  private int unrecordedBatches;
  private long recordedAtNs = System.nanoTime();
  private long concernedNs = System.nanoTime();
  private boolean mustLookAtAll;
  private boolean isFull;
  private long fullSinceNs;
  private long restMs = SHORTEST_REST_MS;
  private boolean wasCaughtUp;
  private long caughtUpNs;

  /** Starts at the position in the journal, or at the present if there is none. */
  EventFollower(
      NamenodeLink namenode,
      ServiceSettings settings,
      OpenRequests requests,
      Supplier<MoveRules> rules)
      throws IOException {
    this.namenode = namenode;
    this.settings = settings;
    this.requests = requests;
    this.rules = rules;
    if (requests.lastTransaction() == JournalState.NOTHING_SEEN) {
      requests.accept(List.of(), namenode.lastTransaction());
    }
    reader = new EventReader(namenode, requests.lastTransaction());
  }

  /** Reads the available events, and pauses briefly after the last. */
  void readOnce() throws IOException, InterruptedException {
    if (mustLookAtAll) {
      lookAtAll();
    }
    try {
      boolean isNew = readMore();
      if (!carried.isEmpty() && reader.isCaughtUp()) {
        resolve();
      } else if (unrecordedBatches >= MAX_UNRECORDED_BATCHES
          || (unrecordedBatches > 0 && System.nanoTime() - recordedAtNs > LONGEST_UNRECORDED_NS)) {
        requests.accept(List.of(), carried.settledUpTo(reader.position()));
        recorded();
      }
      if (!isNew || reader.isCaughtUp()) {
        rest();
      }
    } catch (MissingEventsException e) {
      LOG.warn(
          "The NameNode no longer has the events of transactions {} to {}; scanning all of {}",
          e.getExpectedTxid(),
          e.getActualTxid() - 1,
          settings.roots());
      lookAtAll();
    }
  }

  private void rest() throws InterruptedException {
    Thread.sleep(restMs);
    long longestMs = System.nanoTime() - concernedNs > IDLE_AFTER_NS ? IDLE_REST_MS : REST_MS;
    restMs = Math.min(longestMs, 2 * restMs);
  }

  private boolean readMore() throws IOException, InterruptedException, MissingEventsException {
    long readNs = System.nanoTime();
    List<EventBatch> batches = reader.read();
    boolean hasRenames =
        batches.stream()
            .flatMap(batch -> Stream.of(batch.getEvents()))
            .anyMatch(Event.RenameEvent.class::isInstance);
    NavigableSet<String> walked =
        hasRenames && wasCaughtUp
            ? requests.walkedSince(caughtUpNs - LONGEST_SYNC_NS)
            : OpenWalks.EVERYWHERE;
    for (EventBatch batch : batches) {
      follow(batch, walked);
    }
    if (reader.isCaughtUp()) {
      wasCaughtUp = true;
      caughtUpNs = readNs;
    }
    if (batches.isEmpty()) {
      return false;
    }
    unrecordedBatches += batches.size();
    if (!carried.isEmpty()) {
      // ask more often only after relevant events, since more may follow
      concernedNs = System.nanoTime();
      restMs = SHORTEST_REST_MS;
    }
    if (carried.size() > MAX_CARRIED) {
      LOG.warn("More than {} events are pending; scanning all roots instead", MAX_CARRIED);
      lookAtAll();
    }
    return true;
  }

  /**
   * Follows what has happened.
   *
   * @param walked where a walk may have been under way when it did
   */
  private void follow(EventBatch batch, NavigableSet<String> walked) {
    long transaction = batch.getTxid();
    Event[] events = batch.getEvents();
    for (Event event : events) {
      if (event instanceof Event.RenameEvent rename) {
        follow(rename, transaction, walked);
      } else if (StoragePolicyEvents.isPolicyChange(event)) {
        String path = ((Event.MetadataUpdateEvent) event).getPath();
        carried.policyChanged(path);
        addAll(transaction, path, Origin.POLICY_CHANGE);
      } else if (event instanceof Event.UnlinkEvent unlink) {
        isGone(unlink.getPath());
      } else if (event instanceof Event.CreateEvent create) {
        isGone(create.getPath());
      } else if (event instanceof Event.CloseEvent close) {
        isClosed(close.getPath());
      }
    }
    if (events.length > 1 && events[0] instanceof Event.AppendEvent concatenation) {
      // a concatenation: it may have got blocks of files with other policies
      addAll(transaction, concatenation.getPath(), Origin.POLICY_CHANGE);
    }
  }

  private void follow(Event.RenameEvent rename, long transaction, NavigableSet<String> walked) {
    String source = rename.getSrcPath();
    String target = rename.getDstPath();
    if (source.equals(target)) {
      // HDFS reports a rename onto itself, which changes and replaces nothing
      return;
    }
    // a pending walk will not find it at its old place
    boolean isPassedBy =
        carried.isCarriedAbove(source)
            || walked.contains(source)
            || CarriedEvents.isAboveIn(walked, source)
            || !walked.subSet(source + '/', source + '0').isEmpty();
    carried.renamed(source, target);
    isReplaced(target);
    if (isPassedBy
        || !settings.follows(source)
        || !settings.follows(target)
        || rules.get().areAtOrBelow(source)
        || rules.get().areAtOrBelow(target)) {
      addAll(transaction, target, Origin.RENAME);
    } else {
      String parent = String.valueOf(new Path(source).getParent());
      carried.add(transaction, target, Origin.RENAME, parent);
    }
  }

  private void addAll(long transaction, String path, Origin origin) {
    for (String followed : settings.followedAt(path)) {
      carried.add(transaction, followed, origin, null);
    }
  }

  private void isGone(String path) {
    carried.deleted(path);
    isReplaced(path);
  }

  private void isReplaced(String path) {
    if (requests.awaitsClosing()) {
      boolean unused = requests.closed(path);
    }
  }

  private void isClosed(String path) {
    if (!requests.awaitsClosing() || !requests.closed(path)) {
      return;
    }
    try {
      HdfsFileStatus status = namenode.status(path);
      if (status != null) {
        requests.closed(status.getFileId());
      }
    } catch (IOException | RuntimeException e) {
      LOG.info(
          "Cannot look up {}, which was closed; it may be checked later: {}", path, e.toString());
    }
  }

  /** Asks what is at the paths now, and believes it of those with which nothing happened since. */
  private void resolve() throws IOException, InterruptedException, MissingEventsException {
    if (requests.isFull()) {
      long nowNs = System.nanoTime();
      fullSinceNs = isFull ? fullSinceNs : nowNs;
      isFull = nowNs - fullSinceNs < LONGEST_FULL_NS;
      // until then, what was read is carried on
      if (!isFull) {
        LOG.warn("No room for requests in 10 min; scanning all roots instead");
        lookAtAll();
      }
      return;
    }
    isFull = false;
    List<Carried> asked = carried.begin(MAX_LOOKED_UP);
    Map<String, HdfsFileStatus> directories =
        namenode.statuses(
            asked.stream().flatMap(event -> directories(event).stream()).collect(toSet()));
    Set<Carried> counting =
        asked.stream().filter(event -> !keepsItsPolicy(event, directories)).collect(toSet());
    Map<String, HdfsFileStatus> there =
        namenode.statuses(counting.stream().map(Carried::path).collect(toSet()));
    if (!readUpTo(namenode.lastTransaction())) {
      return;
    }
    List<Carried> ended = asked.stream().filter(carried::isUnchanged).toList();
    List<QueuedRequest> found = new ArrayList<>();
    for (Carried event : ended) {
      HdfsFileStatus status = counting.contains(event) ? there.get(event.path()) : null;
      if (status != null && !status.isSymlink()) {
        found.add(
            QueuedRequest.ofEvent(
                status.getFileId(), event.path(), event.origin(), status.isDirectory()));
      }
    }
    requests.accept(found, carried.settledWithout(ended, reader.position()));
    ended.forEach(carried::end);
    recorded();
  }

  /** From where and to where a rename went, if that decides whether it counts. */
  private static List<String> directories(Carried event) {
    String source = event.sourceParent();
    Path target = new Path(event.path()).getParent();
    return source == null || target == null ? List.of() : List.of(source, target.toString());
  }

  /**
   * Whether a rename was between directories with the same policy: then neither what was renamed
   * nor anything in it gets another one.
   */
  private static boolean keepsItsPolicy(Carried event, Map<String, HdfsFileStatus> directories) {
    List<Byte> policies =
        directories(event).stream()
            .map(directories::get)
            .flatMap(Stream::ofNullable)
            .map(HdfsFileStatus::getStoragePolicy)
            .toList();
    return policies.size() == 2 && policies.get(0).equals(policies.get(1));
  }

  /** Reads up to a transaction; false if the NameNode does not tell of it for a while. */
  private boolean readUpTo(long transaction)
      throws IOException, InterruptedException, MissingEventsException {
    long silentSinceNs = System.nanoTime();
    long touchedNs = silentSinceNs;
    while (reader.position() < transaction) {
      long before = reader.position();
      boolean unused = readMore();
      long nowNs = System.nanoTime();
      if (reader.position() > before) {
        silentSinceNs = nowNs;
      } else if (nowNs - silentSinceNs > LONGEST_SILENCE_NS) {
        return false;
      } else if (nowNs - touchedNs > TOUCH_INTERVAL_NS) {
        // the NameNode syncs pending edits with the next transaction, so cause one
        touchedNs = nowNs;
        namenode.touch(settings.directory());
      } else {
        Thread.sleep(POLL_MS);
      }
    }
    return transaction >= 0;
  }

  private void recorded() {
    unrecordedBatches = 0;
    recordedAtNs = System.nanoTime();
  }

  private void lookAtAll() throws IOException {
    // The NameNode tells of a gap once
    mustLookAtAll = true;
    requests.accept(recheck(), reader.position());
    mustLookAtAll = false;
    carried.clear();
    recorded();
  }

  /** Requests to recheck everything that is followed. */
  List<QueuedRequest> recheck() throws IOException {
    List<QueuedRequest> found = new ArrayList<>();
    for (String root : settings.roots()) {
      HdfsFileStatus status = namenode.status(root);
      if (status != null) {
        found.add(
            QueuedRequest.ofEvent(status.getFileId(), root, Origin.RECHECK, status.isDirectory()));
      }
    }
    return found;
  }

  /** How many transactions the stream is behind, if known. */
  long transactionsBehind() {
    return reader.transactionsBehind();
  }
}
