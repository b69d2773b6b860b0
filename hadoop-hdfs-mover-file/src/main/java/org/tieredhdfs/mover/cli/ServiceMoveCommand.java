package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.mover.MoveProgress;
import org.tieredhdfs.mover.MoverKeys;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.RefusedCallException;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto.State;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.SubmitResponseProto;

/**
 * {@code filemover move --async} and {@code --wait}: has the service move the files, which anybody
 * may ask for who may write them. Used by one thread.
 */
final class ServiceMoveCommand {
  private static final long ASK_INTERVAL_MS = 200;

  private final Configuration conf;
  private final CommandOptions options;
  private final PrintStream out;
  private final PrintStream err;
  private final ProgressPrinter progress;
  private final Interruption interruption;
  private final List<String> errors = new ArrayList<>();
  private final List<Map<String, Object>> jsonParts = new ArrayList<>();

  ServiceMoveCommand(
      Configuration conf,
      CommandOptions options,
      PrintStream out,
      PrintStream err,
      ProgressPrinter progress,
      Interruption interruption) {
    this.conf = conf;
    this.options = options;
    this.out = out;
    this.err = err;
    this.progress = progress;
    this.interruption = interruption;
  }

  Exit run(ClusterPaths paths) throws IOException, InterruptedException, UsageException {
    paths.errors().forEach(this::tellError);
    Exit exit = Exit.SATISFIED;
    for (Map.Entry<URI, List<String>> part : paths.byFileSystem().entrySet()) {
      if (options.policy() != null) {
        setPolicy(part.getKey(), options.policy(), part.getValue());
      }
      try (FileMoverClient client = new FileMoverClient(conf, part.getKey())) {
        List<Long> ids = submit(client, part.getValue());
        exit = exit.and(options.isWaiting() ? await(client, ids) : tell(ids));
      }
    }
    if (options.isJson()) {
      out.println(JsonText.of(Map.of("requests", jsonParts, "errors", errors)));
    }
    return errors.isEmpty() ? exit : exit.and(Exit.FAILED);
  }

  private void tellError(String error) {
    errors.add(error);
    err.println(error);
  }

  /** As the user themselves: the NameNode decides whether they may. */
  private void setPolicy(URI uri, String name, List<String> paths)
      throws IOException, UsageException {
    try (FileSystem fileSystem = FileSystem.newInstance(uri, conf)) {
      List<String> names =
          fileSystem.getAllStoragePolicies().stream().map(policy -> policy.getName()).toList();
      if (names.stream().noneMatch(name::equalsIgnoreCase)) {
        throw new UsageException(
            "--policy: '"
                + name
                + "' is not allowed; it has to be one of "
                + String.join(", ", names.stream().sorted().toList()));
      }
      for (String path : paths) {
        fileSystem.setStoragePolicy(
            new Path(path), names.stream().filter(name::equalsIgnoreCase).findFirst().orElse(name));
      }
    }
  }

  private List<Long> submit(FileMoverClient client, List<String> paths) throws IOException {
    List<Long> ids = new ArrayList<>();
    for (int from = 0; from < paths.size(); from += FileMoverClient.MAX_PATHS) {
      int to = Math.min(paths.size(), from + FileMoverClient.MAX_PATHS);
      SubmitResponseProto response = client.submit(paths.subList(from, to), options.isRecursive());
      response.getErrorsList().forEach(this::tellError);
      if (response.hasId()) {
        ids.add(response.getId());
      }
    }
    return ids;
  }

  private Exit tell(List<Long> ids) {
    for (long id : ids) {
      if (options.isJson()) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id);
        jsonParts.add(json);
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
    List<RequestStatusProto> requests = ask(client, ids);
    MoveProgress now = StatusText.progress(requests, startMs);
    while (!now.isEnded() && !interruption.isInterrupted()) {
      progress.showSometimes(now);
      Thread.sleep(ASK_INTERVAL_MS);
      requests = ask(client, ids);
      now = StatusText.progress(requests, startMs);
    }
    progress.showLast(now);
    requests.forEach(this::summarize);
    if (!now.isEnded()) {
      err.println("The service goes on; 'filemover cancel ID' ends a request");
      return Exit.INTERRUPTED;
    }
    boolean isCancelled =
        requests.stream().anyMatch(status -> status.getState() == State.CANCELLED);
    Exit exit = Exit.of(now);
    return isCancelled ? exit.and(Exit.INCOMPLETE) : exit;
  }

  /** The service may be down for a while; what it has accepted it does not forget. */
  private List<RequestStatusProto> ask(FileMoverClient client, List<Long> ids)
      throws IOException, InterruptedException {
    long patienceNs = MoverKeys.NAMENODE_PATIENCE.getDurationMs(conf) * 1_000_000;
    long startNs = System.nanoTime();
    while (true) {
      try {
        List<RequestStatusProto> requests = new ArrayList<>();
        for (long id : ids) {
          requests.add(client.status(id));
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
      jsonParts.add(StatusText.json(status));
      return;
    }
    status.getFailuresList().forEach(out::println);
    out.println("Request " + status.getId() + ": " + StatusText.work(status));
  }
}
