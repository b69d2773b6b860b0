package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.MoveHandle;
import org.tieredhdfs.mover.MoveProgress;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto.State;
import org.tieredhdfs.mover.service.QueuedRequest.Origin;

/**
 * What is known of requests: what waits, what is being worked on and how far it has come, and what
 * came of users' requests that have ended.
 *
 * <p>Holds something of its own only for requests that have begun. Thread-safe; nobody who reads
 * waits for anything that is being written.
 */
final class RequestBook {
  private static final Logger LOG = LoggerFactory.getLogger(RequestBook.class);

  /** A part of a request that is being worked on. */
  private record Running(QueuedRequest request, MoveHandle handle) {}

  private final Journal journal;
  private final RequestQueue queue;
  private final Map<Long, Running> running = new ConcurrentHashMap<>();
  private final Map<Long, Tally> tallies = new ConcurrentHashMap<>();

  /** Held by those who end requests while they write the journal; nobody else waits for it. */
  private final Object ending = new Object();

  RequestBook(Journal journal, RequestQueue queue) {
    this.journal = journal;
    this.queue = queue;
  }

  /** Takes down that a part of a request is being worked on. */
  void began(QueuedRequest request, MoveHandle handle) {
    running.put(request.id(), new Running(request, handle));
    if (tally(request.group()).isCancelled() || !isOpen(request)) {
      handle.cancel();
    }
  }

  private Tally tally(long group) {
    return tallies.computeIfAbsent(group, any -> new Tally());
  }

  /** Whether somebody has cancelled the request that this is a part of. */
  boolean isCancelled(QueuedRequest request) {
    Tally tally = tallies.get(request.group());
    return !isOpen(request) || (tally != null && tally.isCancelled());
  }

  private boolean isOpen(QueuedRequest part) {
    return journal.state().open().containsKey(part.id());
  }

  /** Takes down that a part is going to be looked at again. */
  void willGoOn(QueuedRequest request, MoveProgress progress) {
    running.remove(request.id());
    if (request.origin() == Origin.USER) {
      tally(request.group()).addMoved(progress);
    } else {
      tallies.computeIfPresent(
          request.group(), (group, tally) -> tally.isCancelled() ? tally : null);
    }
  }

  /** Takes down that a part has ended, and the whole request if it was the last one. */
  void ended(QueuedRequest request, MoveHandle handle) {
    synchronized (ending) {
      running.remove(request.id());
      Collection<QueuedRequest> parts = parts(request.group(), request.groupSize());
      if (!isOpen(request)) {
        // cancelled between the queue and the work
        if (parts.isEmpty()) {
          tallies.remove(request.group());
        }
        return;
      }
      tally(request.group()).add(handle);
      boolean isLast = parts.stream().limit(2).count() == 1;
      if (isLast) {
        finish(request);
      }
      queue.ended(request);
      if (isLast) {
        tallies.remove(request.group());
      }
    }
  }

  /**
   * Publishes what came of a user's request, before its last part is taken from what is open:
   * whoever asks meanwhile finds it here or there.
   */
  private void finish(QueuedRequest request) {
    Tally tally = tallies.get(request.group());
    if (tally == null || request.origin() != Origin.USER) {
      return;
    }
    RequestStatusProto.Builder status = status(request);
    status.setState(tally.isCancelled() ? State.CANCELLED : State.ENDED);
    status.setEndedMs(System.currentTimeMillis());
    tally.writeTo(status);
    try {
      journal.finished(status.build());
    } catch (IOException e) {
      LOG.warn("What came of request {} is lost with a restart: {}", request.group(), e.toString());
    }
  }

  /** The parts of a request that are not done. */
  private Collection<QueuedRequest> parts(long group, int size) {
    return journal.state().open().subMap(group, true, group + size, false).values();
  }

  /** The request of a number; null if it is not known, or no more. */
  @Nullable RequestStatusProto status(long id) {
    QueuedRequest first = firstPart(id);
    RequestStatusProto status = first == null ? null : openStatus(first);
    return status == null ? journal.state().finished(id) : status;
  }

  private @Nullable QueuedRequest firstPart(long group) {
    Map.Entry<Long, QueuedRequest> entry = journal.state().open().ceilingEntry(group);
    return entry == null || entry.getValue().group() != group ? null : entry.getValue();
  }

  private RequestStatusProto openStatus(QueuedRequest first) {
    RequestStatusProto.Builder status = status(first);
    Tally tally = tallies.get(first.group());
    if (tally == null) {
      return status.setState(State.WAITING).build();
    }
    Tally sum = new Tally();
    sum.add(tally);
    for (QueuedRequest part : parts(first.group(), first.groupSize())) {
      Running now = running.get(part.id());
      if (now != null) {
        sum.add(now.handle());
      }
    }
    sum.writeTo(status);
    return status.setState(State.RUNNING).build();
  }

  private static RequestStatusProto.Builder status(QueuedRequest part) {
    return RequestStatusProto.newBuilder()
        .setId(part.group())
        .setUser(part.user())
        .setOrigin(part.origin().name())
        .setPath(part.path())
        .setPaths(part.groupSize())
        .setAcceptedMs(part.acceptedMs());
  }

  /**
   * Requests after a number, by their numbers: those that have ended as far as they are kept, and
   * those that have not.
   */
  List<RequestStatusProto> list(long after, int max, Predicate<String> ofUser) {
    List<RequestStatusProto> found = new ArrayList<>();
    for (RequestStatusProto status : journal.state().finished()) {
      if (status.getId() > after && ofUser.test(status.getUser())) {
        found.add(status);
      }
    }
    long lastGroup = 0;
    int listed = 0;
    for (QueuedRequest part : journal.state().open().tailMap(after, false).values()) {
      if (part.group() > after && part.group() != lastGroup && ofUser.test(part.user())) {
        lastGroup = part.group();
        found.add(openStatus(part));
        listed++;
        if (listed >= max) {
          break;
        }
      }
    }
    found.sort((one, other) -> Long.compare(one.getId(), other.getId()));
    return found.subList(0, Math.min(max, found.size()));
  }

  /** What is being worked on, at most so many. */
  List<RequestStatusProto> running(int max) {
    return running.values().stream()
        .map(Running::request)
        .map(QueuedRequest::group)
        .distinct()
        .sorted()
        .limit(max)
        .map(this::status)
        .flatMap(Stream::ofNullable)
        .toList();
  }

  int runningCount() {
    return running.size();
  }

  /**
   * Cancels a request: what waits of it is dropped, what runs comes to its end. When this returns,
   * it is not taken up again after a crash.
   *
   * @return whether it was there and not done
   */
  boolean cancel(long group) throws IOException {
    synchronized (ending) {
      QueuedRequest first = firstPart(group);
      if (first == null) {
        return false;
      }
      tally(group).cancel();
      List<QueuedRequest> parts = List.copyOf(parts(group, first.groupSize()));
      List<QueuedRequest> waiting =
          parts.stream().filter(part -> !running.containsKey(part.id())).toList();
      boolean isDone = waiting.size() == parts.size();
      if (isDone) {
        finish(first);
      }
      for (QueuedRequest part : waiting) {
        queue.ended(part);
        queue.wasDropped();
      }
      for (QueuedRequest part : parts) {
        // also one of those that waited whose work has begun meanwhile
        Running now = running.get(part.id());
        if (now != null) {
          now.handle().cancel();
        }
      }
      if (isDone) {
        tallies.remove(group);
      }
    }
    journal.makeSafe();
    return true;
  }

  /** How old the oldest request that is not done is, in milliseconds; 0 if there is none. */
  long oldestAgeMs() {
    Map.Entry<Long, QueuedRequest> oldest = journal.state().open().firstEntry();
    return oldest == null
        ? 0
        : Math.max(0, System.currentTimeMillis() - oldest.getValue().acceptedMs());
  }
}
