package org.tieredhdfs.mover.rpc;

import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RetryRequestProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RetryResponseProto;
import org.tieredhdfs.mover.transfer.TransferLimits;

/** The operations of the service, without checks of the caller. Thread-safe. */
public interface ServiceOperations {

  /**
   * Accepts files and directories; when this returns, they survive a crash.
   *
   * @return the number of the request that they are together
   * @throws IOException if there is no room for them
   */
  long submit(String user, List<Asked> files, boolean isRecursive) throws IOException;

  /** A requested file or directory. */
  record Asked(FileRef file, boolean isDirectory) {}

  /** The request with an id; null if it is unknown or forgotten. */
  @Nullable RequestStatusProto status(long id);

  /** Cancels a request; one that has ended is unchanged. */
  void cancel(long id) throws IOException;

  /**
   * The first requests after a number.
   *
   * @param ofUser whose are listed
   */
  List<RequestStatusProto> list(long after, int max, Predicate<String> ofUser);

  /** The number of open files and directories. */
  int open();

  TransferLimits limits();

  /**
   * Changes limits, also for after a restart.
   *
   * @param limits all of them
   * @param changed those that were named
   */
  void setLimits(TransferLimits limits, LimitsProto changed) throws IOException;

  /**
   * Retries failures, or lists them.
   *
   * @param user the caller
   * @param visible whose are meant
   */
  RetryResponseProto retry(String user, RetryRequestProto request, Predicate<String> visible)
      throws IOException;

  /** Reloads the rules; returns a line for each. */
  List<String> reloadRules() throws IOException;

  /** Rechecks everything at and below places with all rules. */
  void recheck(List<Asked> places) throws IOException;
}
