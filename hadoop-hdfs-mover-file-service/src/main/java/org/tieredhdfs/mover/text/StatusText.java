package org.tieredhdfs.mover.text;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.MoveProgress;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.CountProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;

/** The status of requests, as text, as JSON and as progress. */
public final class StatusText {
  private static final String LINE = "%-6s  %-9s  %-20s  %s  %s  %s";

  private StatusText() {}

  static Map<String, Object> json(RequestStatusProto status) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", status.getId());
    json.put("state", status.getState().name());
    json.put("user", status.getUser());
    json.put("origin", status.getOrigin());
    json.put("path", status.getPath());
    json.put("paths", status.getPaths());
    json.put("acceptedMs", status.getAcceptedMs());
    if (status.hasEndedMs()) {
      json.put("endedMs", status.getEndedMs());
    }
    json.put("files", status.getFilesFound());
    json.put("filesByOutcome", counts(status.getFilesByOutcomeList()));
    json.put("replicasMoved", status.getReplicasMoved());
    json.put("bytesMoved", status.getBytesMoved());
    json.put("blocksByReason", counts(status.getBlocksByReasonList()));
    json.put("failures", status.getFailuresList());
    json.put("stage", status.getStage());
    json.put("filesWaiting", status.getFilesWaiting());
    json.put("waitingFor", status.getWaitingForList());
    if (status.hasNextMs()) {
      json.put("nextMs", status.getNextMs());
    }
    return json;
  }

  private static Map<String, Long> counts(List<CountProto> counts) {
    Map<String, Long> byName = new LinkedHashMap<>();
    counts.forEach(count -> byName.put(count.getName(), count.getCount()));
    return byName;
  }

  /** The header line. */
  public static String header() {
    return String.format(
        Locale.ROOT, LINE, "ID", "STATE", "ACCEPTED", "ASKED BY", "PATH", "PROGRESS");
  }

  /** The user who has made a request, or why the service has. */
  public static String askedBy(RequestStatusProto status) {
    return status.getUser().isEmpty() ? words(status.getOrigin()) : status.getUser();
  }

  /** The first path of a request, and how many more it has. */
  public static String paths(RequestStatusProto status) {
    int more = status.getPaths() - 1;
    return status.getPath() + (more > 0 ? " and " + more + " more" : "");
  }

  /** One line: the request and its progress. */
  public static String line(RequestStatusProto status) {
    return String.format(
        Locale.ROOT,
        LINE,
        status.getId(),
        status.getState().name().toLowerCase(Locale.ROOT),
        time(status.getAcceptedMs()),
        askedBy(status),
        paths(status),
        work(status));
  }

  /** How far it has come. */
  public static String work(RequestStatusProto status) {
    String outcomes =
        status.getFilesByOutcomeList().stream()
            .map(StatusText::count)
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "%d files%s; %d replicas, %s%s",
        status.getFilesFound(),
        outcomes.isEmpty() ? "" : ": " + outcomes,
        status.getReplicasMoved(),
        Units.bytes(status.getBytesMoved()),
        status.getFilesWaiting() == 0 ? "" : "; " + waiting(status));
  }

  /** How many there are of something, in words. */
  public static String count(CountProto count) {
    return count.getCount() + " " + words(count.getName());
  }

  private static String waiting(RequestStatusProto status) {
    return status.getFilesWaiting()
        + " files are waiting"
        + (status.hasNextMs() ? ", the next until " + time(status.getNextMs()) : "");
  }

  /** A time in UTC, to the second. */
  public static String time(long ms) {
    return Instant.ofEpochMilli(ms).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** The name of a constant in words. */
  public static String words(String name) {
    return name.toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * The total progress of several requests.
   *
   * @param sinceMs from when their rate is counted, in milliseconds since 1970
   */
  public static MoveProgress progress(List<RequestStatusProto> requests, long sinceMs) {
    Map<FileOutcome, Long> outcomes = new EnumMap<>(FileOutcome.class);
    long files = 0;
    long replicas = 0;
    long bytes = 0;
    boolean isEnded = true;
    for (RequestStatusProto status : requests) {
      files += status.getFilesFound();
      replicas += status.getReplicasMoved();
      bytes += status.getBytesMoved();
      isEnded &= status.hasEndedMs();
      for (CountProto count : status.getFilesByOutcomeList()) {
        for (FileOutcome outcome : FileOutcome.values()) {
          // a later version of the service may have more outcomes
          if (outcome.name().equals(count.getName())) {
            outcomes.merge(outcome, count.getCount(), Long::sum);
          }
        }
      }
    }
    long elapsedMs = Math.max(0, System.currentTimeMillis() - sinceMs);
    return new MoveProgress(
        files, isEnded, outcomes, replicas, bytes, Map.of(), elapsedMs, isEnded, 0, 0);
  }
}
