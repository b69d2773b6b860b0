package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInotifyEventInputStream;
import org.apache.hadoop.hdfs.client.HdfsAdmin;
import org.apache.hadoop.hdfs.inotify.Event;
import org.apache.hadoop.hdfs.inotify.EventBatch;
import org.apache.hadoop.hdfs.inotify.MissingEventsException;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.server.namenode.StoragePolicyEvents;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.namenode.NamenodeLink;
import org.tieredhdfs.mover.rules.MoveRules;
import org.tieredhdfs.mover.rules.OwnPolicyChanges;
import org.tieredhdfs.mover.service.QueuedRequest.Origin;

/**
 * The reader of the NameNode's event stream: makes requests of renames that change the effective
 * policy, and of policies that were set or taken back.
 *
 * <p>What it has read is recorded together with the requests that came of it, so that after a crash
 * it goes on where nothing is lost; events may be read twice, which costs a look at the file. Used
 * by one thread.
 */
final class EventFollower {
  private static final Logger LOG = LoggerFactory.getLogger(EventFollower.class);
  private static final long POLL_MS = 500;
  private static final long LONGEST_UNRECORDED_NS = TimeUnit.SECONDS.toNanos(60);
  private static final int MAX_UNRECORDED_BATCHES = 10_000;

  private final NamenodeLink namenode;
  private final HdfsAdmin admin;
  private final ServiceSettings settings;
  private final RequestQueue queue;
  private final MoveRules rules;
  private final OwnPolicyChanges ownChanges;
  private volatile DFSInotifyEventInputStream stream;
  private int unrecordedBatches;
  private long unrecordedTransaction;
  private long recordedAtNs = System.nanoTime();

  EventFollower(
      Configuration conf,
      NamenodeLink namenode,
      ServiceSettings settings,
      RequestQueue queue,
      MoveRules rules,
      OwnPolicyChanges ownChanges)
      throws IOException {
    this.namenode = namenode;
    this.admin = new HdfsAdmin(namenode.fileSystem().getUri(), conf);
    this.settings = settings;
    this.queue = queue;
    this.rules = rules;
    this.ownChanges = ownChanges;
    this.stream = openStream();
  }

  /** From where the journal says; without anything there, from now. */
  private DFSInotifyEventInputStream openStream() throws IOException {
    long last = queue.lastTransaction();
    unrecordedTransaction = last;
    if (last == JournalState.NOTHING_SEEN) {
      long now = namenode.lastTransaction();
      queue.accept(List.of(), now);
      unrecordedTransaction = now;
      return admin.getInotifyEventStream(now);
    }
    return admin.getInotifyEventStream(last);
  }

  /** Reads what there is, for a moment if there is nothing. */
  void readOnce() throws IOException, InterruptedException {
    try {
      readNext();
    } catch (IOException | RuntimeException e) {
      // the stream may have given out events that were not recorded: they are read again
      stream = openStream();
      unrecordedBatches = 0;
      throw e;
    }
  }

  private void readNext() throws IOException, InterruptedException {
    try {
      EventBatch batch = stream.poll(POLL_MS, TimeUnit.MILLISECONDS);
      if (batch != null) {
        follow(batch);
      } else if (unrecordedBatches > 0
          && System.nanoTime() - recordedAtNs > LONGEST_UNRECORDED_NS) {
        record(List.of());
      }
    } catch (MissingEventsException e) {
      closeGap(e);
    }
  }

  private void follow(EventBatch batch) throws IOException, InterruptedException {
    List<QueuedRequest> requests = new ArrayList<>();
    for (Event event : batch.getEvents()) {
      QueuedRequest request = request(event);
      if (request != null) {
        requests.add(request);
      }
    }
    unrecordedTransaction = batch.getTxid();
    unrecordedBatches++;
    if (!requests.isEmpty() || unrecordedBatches >= MAX_UNRECORDED_BATCHES) {
      record(requests);
    }
  }

  private void record(List<QueuedRequest> requests) throws IOException, InterruptedException {
    queue.awaitRoom();
    queue.accept(requests, unrecordedTransaction);
    unrecordedBatches = 0;
    recordedAtNs = System.nanoTime();
  }

  private @Nullable QueuedRequest request(Event event) throws IOException {
    if (event instanceof Event.RenameEvent rename) {
      return settings.follows(rename.getDstPath())
              && (rules.changePolicyAt(rename.getDstPath())
                  || changesPolicy(rename.getSrcPath(), rename.getDstPath()))
          ? request(rename.getDstPath(), Origin.RENAME)
          : null;
    }
    if (StoragePolicyEvents.isPolicyChange(event)) {
      String path = ((Event.MetadataUpdateEvent) event).getPath();
      QueuedRequest request = settings.follows(path) ? request(path, Origin.POLICY_CHANGE) : null;
      return request == null || ownChanges.take(request.inodeId()) ? null : request;
    }
    return null;
  }

  /** Whether other rules hold at the new place than at the old one, as far as can be said now. */
  private boolean changesPolicy(String source, String target) throws IOException {
    HdfsFileStatus moved = namenode.status(target);
    String parent = String.valueOf(new Path(source).getParent());
    HdfsFileStatus from = namenode.status(parent);
    return moved != null && (from == null || from.getStoragePolicy() != moved.getStoragePolicy());
  }

  private @Nullable QueuedRequest request(String path, Origin origin) throws IOException {
    HdfsFileStatus status = namenode.status(path);
    // what is gone by now needs no move, and what was renamed again has an event of its own
    return status == null ? null : QueuedRequest.ofEvent(status.getFileId(), path, origin);
  }

  private void closeGap(MissingEventsException gap) throws IOException, InterruptedException {
    LOG.warn(
        "The NameNode has no events from transaction {} to {} any more; all of {} is looked at",
        gap.getExpectedTxid(),
        gap.getActualTxid() - 1,
        settings.roots());
    unrecordedTransaction = gap.getActualTxid() - 1;
    record(recheck());
    stream = admin.getInotifyEventStream(unrecordedTransaction);
  }

  /** Requests to look at everything that is followed. */
  List<QueuedRequest> recheck() throws IOException {
    List<QueuedRequest> requests = new ArrayList<>();
    for (String root : settings.roots()) {
      QueuedRequest request = request(root, Origin.RECHECK);
      if (request != null) {
        requests.add(request);
      }
    }
    return requests;
  }

  /** How many transactions the stream is behind, as it knows. */
  long transactionsBehind() {
    return stream.getTxidsBehindEstimate();
  }
}
