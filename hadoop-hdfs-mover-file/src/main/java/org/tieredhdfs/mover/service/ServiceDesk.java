package org.tieredhdfs.mover.service;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.namenode.FileRef;
import org.tieredhdfs.mover.rpc.ServiceOperations;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.transfer.Limits;

/** The service as those see it who ask something of it. */
final class ServiceDesk implements ServiceOperations {
  private final FileMover mover;
  private final RequestQueue queue;
  private final RequestBook book;

  ServiceDesk(FileMover mover, RequestQueue queue, RequestBook book) {
    this.mover = mover;
    this.queue = queue;
    this.book = book;
  }

  @Override
  public long submit(String user, List<FileRef> files, boolean isRecursive) throws IOException {
    String kept = user.intern();
    return queue.acceptTogether(
        files.stream()
            .map(file -> QueuedRequest.ofUser(file.inodeId(), file.path(), kept, isRecursive))
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
    return queue.open();
  }

  @Override
  public Limits limits() {
    return mover.limits();
  }

  @Override
  public void setLimits(Limits limits) {
    mover.setLimits(limits);
  }
}
