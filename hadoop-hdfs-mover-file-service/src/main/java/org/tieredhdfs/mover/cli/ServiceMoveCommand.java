package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.mover.api.MoveProgress;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.RefusedCallException;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto.State;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.SubmitResponseProto;
import org.tieredhdfs.mover.text.StatusText;

/**
 * {@code filemover move --async} and {@code --wait}: makes the service move files, for users who
 * may write them. Used by one thread.
 */
final class ServiceMoveCommand {
  private static final long ASK_INTERVAL_MS = 200;

  private final ClusterRun run;
  private final CommandOptions options;
  private final PrintStream out;
  private final ProgressPrinter progress;
  private final Interruption interruption;

  ServiceMoveCommand(ClusterRun run, ProgressPrinter progress, Interruption interruption) {
    this.run = run;
    this.options = run.options();
    this.out = run.out();
    this.progress = progress;
    this.interruption = interruption;
  }

  Exit run(ClusterPaths paths) throws InterruptedException, UsageException {
    return run.over(paths, "requests", this::runOn);
  }

  private Exit runOn(URI fileSystem, List<String> paths) throws IOException, InterruptedException {
    List<String> toMove =
        options.policy() == null
            ? paths
            : PolicySetter.set(run, fileSystem, options.policy(), paths);
    try (FileMoverClient client = new FileMoverClient(run.conf(), fileSystem)) {
      List<Long> ids = submit(client, toMove);
      return options.isWaiting() ? await(client, ids) : tell(ids);
    }
  }

  private List<Long> submit(FileMoverClient client, List<String> paths) throws IOException {
    List<Long> ids = new ArrayList<>();
    for (int from = 0; from < paths.size(); from += FileMoverClient.MAX_PATHS) {
      int to = Math.min(paths.size(), from + FileMoverClient.MAX_PATHS);
      SubmitResponseProto response = client.submit(paths.subList(from, to), options.isRecursive());
      response.getErrorsList().forEach(run::tellError);
      if (response.hasId()) {
        ids.add(response.getId());
      }
    }
    return ids;
  }

  private Exit tell(List<Long> ids) {
    for (long id : ids) {
      if (options.isJson()) {
        run.addJson(Map.of("id", id));
      } else {
        out.println("Request " + id + " is accepted");
      }
    }
    return Exit.SATISFIED;
  }

  private Exit await(FileMoverClient client, List<Long> ids)
      throws IOException, InterruptedException {
    if (ids.isEmpty()) {
      return Exit.SATISFIED;
    }
    long startMs = System.currentTimeMillis();
    List<RequestStatusProto> requests = ask(client, ids, List.of());
    MoveProgress now = StatusText.progress(requests, startMs);
    while (!now.isEnded() && !areLeft(requests) && !interruption.isInterrupted()) {
      progress.showSometimes(now);
      Thread.sleep(ASK_INTERVAL_MS);
      requests = ask(client, ids, requests);
      now = StatusText.progress(requests, startMs);
    }
    progress.showLast(now);
    requests.forEach(this::summarize);
    if (!now.isEnded() && areLeft(requests)) {
      requests.forEach(status -> status.getWaitingForList().forEach(out::println));
      run.err().println("The service checks them again; 'filemover retry' repeats failures now");
      return Exit.of(now).and(Exit.INCOMPLETE);
    }
    if (!now.isEnded()) {
      run.err().println("The service continues; 'filemover cancel ID' ends a request");
      return Exit.INTERRUPTED;
    }
    boolean isCancelled =
        requests.stream().anyMatch(status -> status.getState() == State.CANCELLED);
    Exit exit = Exit.of(now);
    return isCancelled ? exit.and(Exit.INCOMPLETE) : exit;
  }

  /** Whether nothing is left but what waits for a time, which may be days away. */
  private static boolean areLeft(List<RequestStatusProto> requests) {
    return requests.stream().allMatch(status -> status.hasEndedMs() || status.getWaitsForRetry());
  }

  /**
   * Retries while the service is down, because it does not forget accepted requests. It does forget
   * ended ones in time, so they are not asked for again.
   *
   * @param before the answers of the last time; empty the first time
   */
  private List<RequestStatusProto> ask(
      FileMoverClient client, List<Long> ids, List<RequestStatusProto> before)
      throws IOException, InterruptedException {
    long patienceNs = MoverKeys.NAMENODE_PATIENCE.getDurationMs(run.conf()) * 1_000_000;
    long startNs = System.nanoTime();
    while (true) {
      try {
        List<RequestStatusProto> requests = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
          boolean isEnded = !before.isEmpty() && before.get(i).hasEndedMs();
          requests.add(isEnded ? before.get(i) : client.status(ids.get(i)));
        }
        return requests;
      } catch (RefusedCallException e) {
        throw e;
      } catch (IOException e) {
        if (System.nanoTime() - startNs > patienceNs || interruption.isInterrupted()) {
          throw e;
        }
        Thread.sleep(ASK_INTERVAL_MS);
      }
    }
  }

  private void summarize(RequestStatusProto status) {
    if (options.isJson()) {
      run.addJson(status);
      return;
    }
    status.getFailuresList().forEach(out::println);
    out.println("Request " + status.getId() + ": " + StatusText.work(status));
  }
}
