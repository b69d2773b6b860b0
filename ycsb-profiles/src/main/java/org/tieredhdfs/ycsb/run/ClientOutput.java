package org.tieredhdfs.ycsb.run;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The output of a YCSB client while it runs: copied to a log file, followed for status lines and
 * for the first sign of a failure.
 *
 * <p>Thread-safe: one thread reads, others ask.
 */
final class ClientOutput {

  private static final int TAIL_LINES = 40;

  /** What the client prints when a thread or the workload could not start. */
  private static final Pattern YCSB_FAILURE =
      Pattern.compile("(?:site\\.ycsb\\.)?(?:DB|Workload|UnknownDB)Exception: (.+)");

  /** What our binding prints when an operation failed. */
  private static final Pattern OPERATION_FAILURE =
      Pattern.compile("[A-Z]+ of .+ failed \\(failure \\d+ of this thread\\): .+");

  private final long totalOps;
  private final ProgressListener listener;
  private final List<StatusLine> statusLines = new ArrayList<>();
  private final Deque<String> tail = new ArrayDeque<>();
  private @Nullable String firstFailure;

  ClientOutput(long totalOps, ProgressListener listener) {
    this.totalOps = totalOps;
    this.listener = listener;
  }

  /** Reads until the client closes its output. */
  void follow(InputStream output, Path logFile) throws IOException {
    try (BufferedReader reader =
            new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
        BufferedWriter log = Files.newBufferedWriter(logFile)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        log.write(line);
        log.newLine();
        log.flush();
        accept(line);
      }
    }
  }

  private void accept(String line) {
    Optional<StatusLine> status = StatusLine.parse(line);
    double opsPerSec = 0;
    synchronized (this) {
      tail.addLast(line);
      if (tail.size() > TAIL_LINES) {
        tail.removeFirst();
      }
      if (firstFailure == null) {
        firstFailure = failureIn(line);
      }
      if (status.isPresent()) {
        if (!statusLines.isEmpty()) {
          opsPerSec = status.get().opsPerSecSince(statusLines.get(statusLines.size() - 1));
        }
        statusLines.add(status.get());
      }
    }
    if (status.isPresent()) {
      listener.progressed(status.get().doneOps(), totalOps, opsPerSec);
    }
  }

  private static @Nullable String failureIn(String line) {
    Matcher failure = YCSB_FAILURE.matcher(line);
    if (failure.lookingAt()) {
      return failure.group(1);
    }
    return OPERATION_FAILURE.matcher(line).matches() ? line : null;
  }

  synchronized List<StatusLine> statusLines() {
    return List.copyOf(statusLines);
  }

  synchronized long doneOps() {
    return statusLines.isEmpty() ? 0 : statusLines.get(statusLines.size() - 1).doneOps();
  }

  synchronized Optional<String> firstFailure() {
    return Optional.ofNullable(firstFailure);
  }

  /** The last lines, joined. */
  synchronized String tail() {
    return String.join(System.lineSeparator(), tail);
  }
}
