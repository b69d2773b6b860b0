package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto.State;
import org.tieredhdfs.mover.service.OpenRequests.Turn;
import org.tieredhdfs.mover.service.journal.Journal;
import org.tieredhdfs.mover.service.request.GivenUp;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.RequestLife.Stage;
import org.tieredhdfs.mover.service.request.RequestProgress;
import org.tieredhdfs.mover.service.request.Run;
import org.tieredhdfs.mover.service.request.WaitingFile;

/**
 * The status of requests as users see them: combines the parts of a request, cancels them together,
 * and publishes the outcome of a user's request when its last part has ended.
 *
 * <p>Holds something of its own only for requests that have begun. Thread-safe; readers never wait
 * for writes.
 */
public final class RequestBook {
  private final Journal journal;
  private final OpenRequests requests;
  private final Map<Long, RequestLife> running = new ConcurrentHashMap<>();
  private final Map<Long, RequestProgress> tallies = new ConcurrentHashMap<>();

  /** Held while a request's end is written to the journal; nothing else waits for it. */
  private final Object ending = new Object();

  public RequestBook(Journal journal, OpenRequests requests) {
    this.journal = journal;
    this.requests = requests;
    for (GivenUp file : journal.state().givenUp()) {
      RequestLife first = firstPart(file.request());
      if (first != null && askedFor(first).noneMatch(part -> willFind(part, file))) {
        progress(file.request()).gaveUpBefore(file);
      }
    }
  }

  /** Whether the work on a part will come upon a file that was given up before a restart. */
  private static boolean willFind(RequestLife part, GivenUp file) {
    QueuedRequest request = part.request();
    return !part.waitsForItsFiles()
        && (request.inodeId() == file.inodeId()
            || (request.isDirectory() && file.path().startsWith(request.path() + '/')));
  }

  /** Records that a part of a request is running. */
  public void began(Turn turn) {
    RequestLife life = turn.life();
    running.put(life.id(), life);
    if (isCancelled(life)) {
      turn.run().cancel();
    }
  }

  private RequestProgress progress(long group) {
    return tallies.computeIfAbsent(group, any -> new RequestProgress());
  }

  /** Whether the request of this part was cancelled. */
  public boolean isCancelled(RequestLife part) {
    RequestProgress progress = tallies.get(part.request().group());
    return !isOpen(part) || (progress != null && progress.isCancelled());
  }

  private boolean isOpen(RequestLife part) {
    return journal.state().open().containsKey(part.id());
  }

  /** Records that a part will be rechecked completely. */
  public void willRest(Turn turn) {
    running.remove(turn.life().id());
    if (turn.life().request().isOfUser()) {
      turn.run().addMovedTo(progress(turn.life().request().group()));
    } else {
      forgetTally(turn.life().request().group());
    }
  }

  private void forgetTally(long group) {
    tallies.computeIfPresent(group, (any, progress) -> progress.isCancelled() ? progress : null);
  }

  /**
   * Records the outcome of a part, and of the whole request if it was the last one.
   *
   * @param left what it waits for; null if it is done, but for files that wait by themselves
   */
  public void worked(Turn turn, @Nullable WaitingFile left, boolean gaveUp) {
    RequestLife life = turn.life();
    long group = life.request().group();
    synchronized (ending) {
      running.remove(life.id());
      if (!isOpen(life)) {
        // cancelled between the queue and the work
        requests.cancelled(turn);
        cancelFound(group);
        if (parts(life).findAny().isEmpty()) {
          tallies.remove(group);
        }
        return;
      }
      boolean isCancelled = isCancelled(life);
      RequestProgress progress = progress(group);
      turn.run().addTo(progress);
      progress.leaveOut(turn.run().setAside());
      if (isCancelled) {
        requests.cancelled(turn);
        cancelFound(group);
      } else {
        progress.hasGivenUp(gaveUp);
        progress.leaveOut(left == null ? 0 : 1);
        Stage stage = requests.worked(turn, left == null ? files(life) : left, gaveUp);
        if (!stage.isEnd() && !life.request().isOfUser()) {
          forgetTally(group);
        }
      }
      endWith(life);
    }
  }

  /** Ends what a part has left to end: itself, and all of the request if nothing else is open. */
  private void endWith(RequestLife life) {
    boolean isEnded = life.stage().isEnd();
    boolean isLast =
        parts(life)
            .allMatch(part -> part.waitsForItsFiles() || (isEnded && part.id() == life.id()));
    List<RequestLife> ended = new ArrayList<>(isEnded ? List.of(life) : List.of());
    if (isLast) {
      List<RequestLife> others = parts(life).filter(part -> !ended.contains(part)).toList();
      for (RequestLife part : others) {
        // not if it was asked for again meanwhile
        if (requests.filesEnded(part)) {
          ended.add(part);
        } else {
          isLast = false;
        }
      }
    }
    if (isLast) {
      finish(life);
    }
    ended.forEach(requests::forget);
    if (isLast) {
      tallies.remove(life.request().group());
    }
  }

  /** What a user's directory waits for that was walked: files that it has left behind. */
  private @Nullable WaitingFile files(RequestLife life) {
    QueuedRequest request = life.request();
    return request.isOfUser()
            && !request.isFoundPart()
            && !journal.state().foundParts(request.group()).isEmpty()
        ? WaitingFile.forItsFiles(new FileRef(request.inodeId(), request.path()))
        : null;
  }

  /** Cancels what a walk has found before it heard that its request was cancelled. */
  private void cancelFound(long group) {
    for (RequestLife part : List.copyOf(journal.state().foundParts(group))) {
      if (!running.containsKey(part.id()) && !part.stage().isEnd()) {
        requests.cancel(part);
        requests.forget(part);
      }
    }
  }

  /**
   * Publishes the outcome of a user's request before its last part leaves the open requests, so
   * that a query always finds it in one of the two.
   */
  private void finish(RequestLife life) {
    long group = life.request().group();
    RequestProgress progress = tallies.get(group);
    if (progress == null || !life.request().isOfUser()) {
      return;
    }
    RequestLife first = firstPart(group);
    QueuedRequest request = asked(first == null ? life : first, progress);
    Stage stage =
        progress.isCancelled()
            ? Stage.CANCELLED
            : progress.hasGivenUp() ? Stage.GIVEN_UP : Stage.DONE;
    RequestStatusProto.Builder status = status(request);
    status.setState(progress.isCancelled() ? State.CANCELLED : State.ENDED);
    status.setStage(stage.name());
    status.setEndedMs(System.currentTimeMillis());
    progress.writeTo(status);
    journal.finished(status.build());
  }

  /** The open parts of a request. */
  private Stream<RequestLife> parts(RequestLife one) {
    QueuedRequest request = one.request();
    return request.isOfUser()
        ? Stream.concat(askedFor(one), journal.state().foundParts(request.group()).stream())
        : askedFor(one);
  }

  private Stream<RequestLife> askedFor(RequestLife one) {
    QueuedRequest request = one.request();
    long end = request.group() + request.groupSize();
    return journal.state().open().subMap(request.group(), true, end, false).values().stream();
  }

  /** The request with an id; null if it is unknown or forgotten. */
  public @Nullable RequestStatusProto status(long id) {
    RequestLife first = firstPart(id);
    RequestStatusProto status = first == null ? null : openStatus(first);
    return status == null ? journal.state().finished(id) : status;
  }

  private @Nullable RequestLife firstPart(long group) {
    Map.Entry<Long, RequestLife> entry = journal.state().open().ceilingEntry(group);
    if (entry != null && entry.getValue().request().group() == group) {
      return entry.getValue();
    }
    return journal.state().foundParts(group).stream().findFirst().orElse(null);
  }

  private RequestStatusProto openStatus(RequestLife first) {
    RequestProgress sum = new RequestProgress();
    RequestProgress before = tallies.get(first.request().group());
    RequestStatusProto.Builder status = status(asked(first, before));
    if (before != null) {
      sum.add(before);
    }
    StageSum stages = new StageSum();
    parts(first)
        .forEach(
            part -> {
              Run run = part.run();
              if (run != null) {
                run.addTo(sum);
                // they are parts themselves
                sum.leaveOut(run.setAside());
              }
              stages.add(part);
            });
    sum.writeTo(status);
    stages.writeTo(status, before != null);
    return status.build();
  }

  /** What was asked for: of a cancelled request there may be only files left. */
  private static QueuedRequest asked(RequestLife first, @Nullable RequestProgress progress) {
    QueuedRequest cancelled = progress == null ? null : progress.cancelled();
    return cancelled == null ? first.request() : cancelled;
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

  /** The requests with a higher number, in order: open ones, and ended ones that are still kept. */
  public List<RequestStatusProto> list(long after, int max, Predicate<String> ofUser) {
    List<RequestStatusProto> found = new ArrayList<>();
    for (RequestStatusProto status : journal.state().finished()) {
      if (status.getId() > after && ofUser.test(status.getUser())) {
        found.add(status);
      }
    }
    long lastGroup = 0;
    int listed = 0;
    for (RequestLife part : journal.state().open().tailMap(after, false).values()) {
      QueuedRequest request = part.request();
      if (request.group() > after
          && request.group() != lastGroup
          && !request.isFoundPart()
          && ofUser.test(request.user())) {
        lastGroup = request.group();
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

  /** The users' ended requests, the newest first, up to a limit. */
  public List<RequestStatusProto> ended(int max) {
    List<RequestStatusProto> ended = new ArrayList<>(journal.state().finished());
    ended.sort((one, other) -> Long.compare(other.getEndedMs(), one.getEndedMs()));
    return ended.subList(0, Math.min(max, ended.size()));
  }

  /** The running requests, up to a limit. */
  public List<RequestStatusProto> running(int max) {
    return running.values().stream()
        .map(life -> life.request().group())
        .distinct()
        .sorted()
        .limit(max)
        .map(this::status)
        .flatMap(Stream::ofNullable)
        .toList();
  }

  public int runningCount() {
    return running.size();
  }

  /**
   * Cancels a request: its waiting parts are dropped, running ones finish. When this returns, the
   * waiting ones are not taken up again after a crash; those that run may be.
   *
   * @return whether it was there and not done
   */
  public boolean cancel(long group) throws IOException {
    synchronized (ending) {
      RequestLife first = firstPart(group);
      if (first == null) {
        return false;
      }
      progress(group).cancel(first.request());
      List<RequestLife> parts = parts(first).toList();
      List<RequestLife> waiting =
          parts.stream().filter(part -> !running.containsKey(part.id())).toList();
      boolean isDone = waiting.size() == parts.size();
      if (isDone) {
        finish(first);
      }
      for (RequestLife part : waiting) {
        requests.cancel(part);
        requests.forget(part);
      }
      for (RequestLife part : parts) {
        // some that were waiting may have started meanwhile
        Run run = part.run();
        if (run != null) {
          run.cancel();
        }
      }
      if (isDone) {
        tallies.remove(group);
      }
    }
    journal.makeSafe();
    return true;
  }
}
