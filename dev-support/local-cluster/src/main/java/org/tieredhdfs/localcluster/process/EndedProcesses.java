package org.tieredhdfs.localcluster.process;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.linux.ProcessTable;
import org.tieredhdfs.localcluster.spec.Progress;

/** Ends processes: politely first, then by force. */
final class EndedProcesses {
  private static final Duration FORCE_LIMIT = Duration.ofSeconds(20);
  private static final long POLL_MS = 50;

  private final ProcessTable table = new ProcessTable();
  private final Progress progress;

  EndedProcesses(Progress progress) {
    this.progress = progress;
  }

  /**
   * Their exit states.
   *
   * @param ended numbers of those that are gone
   * @param problems one sentence for each that is not
   */
  record Outcome(List<Long> ended, List<String> problems) {}

  /**
   * Ends these processes and no others: a later process with the same number is left alone.
   *
   * @param grace how long they may take to end by themselves
   */
  Outcome end(List<ProcessTable.Entry> entries, Duration grace) {
    entries.forEach(entry -> handle(entry).ifPresent(ProcessHandle::destroy));
    await(entries, grace);
    entries.forEach(entry -> handle(entry).ifPresent(ProcessHandle::destroyForcibly));
    List<Long> left = await(entries, FORCE_LIMIT);
    return new Outcome(
        entries.stream().map(ProcessTable.Entry::pid).filter(pid -> !left.contains(pid)).toList(),
        left.stream()
            .map(pid -> "process " + pid + " does not end; is it another user's?")
            .toList());
  }

  private Optional<ProcessHandle> handle(ProcessTable.Entry entry) {
    // Get the handle before the check: a handle never refers to a later process of the same id.
    return ProcessHandle.of(entry.pid()).filter(handle -> isThere(entry));
  }

  private boolean isThere(ProcessTable.Entry entry) {
    return table.find(entry.pid()).filter(entry::equals).isPresent();
  }

  /** Returns which are left. */
  private List<Long> await(List<ProcessTable.Entry> entries, Duration limit) {
    long startNs = System.nanoTime();
    while (true) {
      List<Long> left =
          entries.stream().filter(this::isThere).map(ProcessTable.Entry::pid).toList();
      if (left.isEmpty() || System.nanoTime() - startNs >= limit.toNanos()) {
        return left;
      }
      progress.waitingFor(left.stream().map(pid -> "process " + pid).toList());
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      } catch (InterruptedException e) {
        // Interrupted: stop waiting, so that the caller ends them by force.
        Thread.currentThread().interrupt();
        return left;
      }
    }
  }
}
