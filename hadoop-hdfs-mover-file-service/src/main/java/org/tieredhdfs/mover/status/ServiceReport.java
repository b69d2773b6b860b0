package org.tieredhdfs.mover.status;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.transfer.TransferLimits;

/**
 * A snapshot of the service's state.
 *
 * @param fileSystem its URI
 * @param startedMs since when this instance is at work, in milliseconds since 1970
 * @param open files and directories that are not done
 * @param waiting of these, those that are not being worked on
 * @param delayed of these, those whose time has not come
 * @param running those that are being worked on
 * @param oldestAgeMs for how long the oldest that does not wait could have been done, since this
 *     instance became active at most
 * @param transactionsBehind how far the event stream is behind; -1 if that is not known
 * @param filesByOutcome files that were checked since this instance became active
 * @param blocksByReason blocks that were given up since then
 * @param filesGivenUp files that were given up and have not reached their policy since, over
 *     restarts; as many of them as are kept
 * @param bytesPerSecond in the last minute
 * @param requests requests that are being worked on, the first ones
 * @param ended users' requests that have ended, the last ones, newest first
 * @param lastFailures files that were not brought to their policy, the last ones, newest first
 * @param surroundings in what it works
 */
public record ServiceReport(
    String fileSystem,
    long startedMs,
    int open,
    int waiting,
    int delayed,
    int running,
    long oldestAgeMs,
    long transactionsBehind,
    Map<FileOutcome, Long> filesByOutcome,
    Map<Reason, Long> blocksByReason,
    int filesGivenUp,
    long replicasMoved,
    long bytesMoved,
    long bytesPerSecond,
    TransferLimits limits,
    List<RequestStatusProto> requests,
    List<RequestStatusProto> ended,
    List<Failure> lastFailures,
    @JsonUnwrapped Surroundings surroundings) {

  /**
   * A file that failed.
   *
   * @param atMs when that was found, in milliseconds since 1970
   */
  public record Failure(long atMs, @JsonProperty("what") String sentence) {}

  public ServiceReport {
    requests = List.copyOf(requests);
    ended = List.copyOf(ended);
    lastFailures = List.copyOf(lastFailures);
  }
}
