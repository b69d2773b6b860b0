package org.tieredhdfs.localcluster.process;

import java.time.Duration;
import java.util.ArrayList;
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
    signal(entries, false);
    await(entries, grace);
    signal(entries, true);
    await(entries, FORCE_LIMIT);
    List<Long> ended = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (ProcessTable.Entry entry : entries) {
      if (isThere(entry)) {
        problems.add("process " + entry.pid() + " does not end; is it another user's?");
      } else {
        ended.add(entry.pid());
      }
    }
    return new Outcome(ended, problems);
  }

  private void signal(List<ProcessTable.Entry> entries, boolean isByForce) {
    for (ProcessTable.Entry entry : entries) {
      // Get the handle before the check: a handle never refers to a later process of the same id.
      Optional<ProcessHandle> handle = ProcessHandle.of(entry.pid());
      if (handle.isPresent() && isThere(entry)) {
        boolean isSent = isByForce ? handle.get().destroyForcibly() : handle.get().destroy();
        if (!isSent) {
          progress.waitingFor(List.of("process " + entry.pid()));
        }
      }
    }
  }

  private boolean isThere(ProcessTable.Entry entry) {
    return table.find(entry.pid()).filter(entry::equals).isPresent();
  }

  private void await(List<ProcessTable.Entry> entries, Duration limit) {
    long startNs = System.nanoTime();
    while (System.nanoTime() - startNs < limit.toNanos()) {
      List<String> alive =
          entries.stream().filter(this::isThere).map(entry -> "process " + entry.pid()).toList();
      if (alive.isEmpty()) {
        return;
      }
      progress.waitingFor(alive);
      try {
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      } catch (InterruptedException e) {
        // Interrupted: stop waiting, so that the caller ends them by force.
        Thread.currentThread().interrupt();
        return;
      }
    }
  }
}
