package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.rpc.ServiceOperations;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.GivenUpProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RetryRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RetryResponseProto;
import org.tieredhdfs.mover.service.journal.Journal;
import org.tieredhdfs.mover.service.request.GivenUp;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.WaitingFile.Why;
import org.tieredhdfs.mover.transfer.TransferLimits;

/** Handles the requests of RPC clients. */
final class ServiceRequestHandler implements ServiceOperations {
  private static final int MAX_LISTED = 1_000;

  private final FileMover mover;
  private final Journal journal;
  private final OpenRequests requests;
  private final RequestBook book;
  private final CurrentRules rules;

  ServiceRequestHandler(
      FileMover mover,
      Journal journal,
      OpenRequests requests,
      RequestBook book,
      CurrentRules rules) {
    this.mover = mover;
    this.journal = journal;
    this.requests = requests;
    this.book = book;
    this.rules = rules;
  }

  @Override
  public long submit(String user, List<Asked> files, boolean isRecursive) throws IOException {
    String kept = user.intern();
    return requests.acceptTogether(
        files.stream()
            .map(
                asked ->
                    QueuedRequest.ofUser(
                        asked.file().inodeId(),
                        asked.file().path(),
                        kept,
                        isRecursive,
                        asked.isDirectory()))
            .toList());
  }

  @Override
  public @Nullable RequestStatusProto status(long id) {
    return book.status(id);
  }

  @Override
  public void cancel(long id) throws IOException {
    boolean unused = book.cancel(id);
  }

  @Override
  public List<RequestStatusProto> list(long after, int max, Predicate<String> ofUser) {
    return book.list(after, max, ofUser);
  }

  @Override
  public int open() {
    return requests.open();
  }

  @Override
  public TransferLimits limits() {
    return mover.limits();
  }

  @Override
  public void setLimits(TransferLimits limits, LimitsProto changed) throws IOException {
    LimitsProto before = journal.state().limits();
    journal.limits(before == null ? changed : before.toBuilder().mergeFrom(changed).build());
    mover.setLimits(limits);
  }

  @Override
  public RetryResponseProto retry(String user, RetryRequestProto request, Predicate<String> visible)
      throws IOException {
    Set<Long> ids = new HashSet<>(request.getIdsList());
    Predicate<QueuedRequest> which =
        one -> (ids.isEmpty() || ids.contains(one.group())) && visible.test(one.user());
    List<GivenUp> givenUp =
        journal.state().givenUp().stream()
            .filter(file -> ids.isEmpty() || ids.contains(file.request()))
            .filter(file -> visible.test(file.user()))
            .toList();
    RetryResponseProto.Builder response = RetryResponseProto.newBuilder();
    givenUp.forEach(file -> response.addGivenUp(proto(file)));
    waiting(which).forEach(response::addWaiting);
    if (request.getIsListOnly()) {
      return response.setHastened(0).build();
    }
    if (!givenUp.isEmpty()) {
      List<QueuedRequest> again = new ArrayList<>();
      for (GivenUp file : givenUp) {
        again.add(QueuedRequest.ofUser(file.inodeId(), file.path(), user.intern(), false, false));
      }
      response.setId(requests.acceptTogether(again));
    }
    return response.setHastened(requests.retry(which)).build();
  }

  private List<RequestStatusProto> waiting(Predicate<QueuedRequest> which) {
    return journal.state().open().values().stream()
        .filter(life -> life.waitsFor(Why.RETRY))
        .map(RequestLife::request)
        .filter(which)
        .map(QueuedRequest::group)
        .distinct()
        .limit(MAX_LISTED)
        .map(book::status)
        .flatMap(Stream::ofNullable)
        .toList();
  }

  private static GivenUpProto proto(GivenUp file) {
    return GivenUpProto.newBuilder()
        .setInodeId(file.inodeId())
        .setPath(file.path())
        .setRequest(file.request())
        .setUser(file.user())
        .setReason(file.reason())
        .setDetail(file.detail())
        .setAtMs(file.atMs())
        .build();
  }

  @Override
  public List<String> reloadRules() {
    return rules.reload();
  }

  @Override
  public void recheck(List<Asked> places) throws IOException {
    requests.accept(
        places.stream()
            .map(
                place ->
                    QueuedRequest.ofEvent(
                        place.file().inodeId(),
                        place.file().path(),
                        Origin.RECHECK,
                        place.isDirectory()))
            .toList(),
        requests.lastTransaction());
  }
}
