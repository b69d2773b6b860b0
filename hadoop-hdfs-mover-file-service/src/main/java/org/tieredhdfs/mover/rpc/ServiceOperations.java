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

/** What the service does for those who ask, whoever they are. Thread-safe. */
public interface ServiceOperations {

  /**
   * Takes files and directories in; when this returns, they survive a crash.
   *
   * @return the number of the request that they are together
   * @throws IOException if there is no room for them
   */
  long submit(String user, List<Asked> files, boolean isRecursive) throws IOException;

  /** A file or directory that somebody asks for. */
  record Asked(FileRef file, boolean isDirectory) {}

  /** The request of a number; null if it is not known, or no more. */
  @Nullable RequestStatusProto status(long id);

  /** Ends a request before its end; one that has ended stays as it is. */
  void cancel(long id) throws IOException;

  /**
   * The first requests after a number.
   *
   * @param ofUser whose are listed
   */
  List<RequestStatusProto> list(long after, int max, Predicate<String> ofUser);

  /** How many files and directories are not done. */
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
   * Has failures tried again, or lists them.
   *
   * @param user who asks
   * @param visible whose are meant
   */
  RetryResponseProto retry(String user, RetryRequestProto request, Predicate<String> visible)
      throws IOException;

  /** Reads the rules again; returns a line for each. */
  List<String> reloadRules() throws IOException;

  /** Has all at and below places looked at, with all rules applied. */
  void recheck(List<Asked> places) throws IOException;
}
