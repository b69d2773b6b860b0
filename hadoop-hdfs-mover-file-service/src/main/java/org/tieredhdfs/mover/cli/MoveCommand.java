package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.MoveHandle;
import org.tieredhdfs.mover.api.MoveProgress;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.mover.text.Units;

/** {@code filemover move}: brings files in place and waits for the end. Used by one thread. */
final class MoveCommand {
  private final ClusterRun run;
  private final CommandOptions options;
  private final PrintStream out;
  private final ProgressPrinter progress;
  private final Interruption interruption;

  MoveCommand(ClusterRun run, ProgressPrinter progress, Interruption interruption) {
    this.run = run;
    this.options = run.options();
    this.out = run.out();
    this.progress = progress;
    this.interruption = interruption;
  }

  Exit run(ClusterPaths paths) throws InterruptedException, UsageException {
    return run.over(
        paths,
        "fileSystems",
        (fileSystem, own) -> {
          try (FileMover mover = open(fileSystem)) {
            return runOn(mover, fileSystem, own);
          }
        });
  }

  private FileMover open(URI fileSystem) throws IOException {
    try {
      return new FileMover(run.conf(), fileSystem);
    } catch (RemoteException e) {
      IOException cause = e.unwrapRemoteException(AccessControlException.class);
      if (cause instanceof AccessControlException) {
        throw new IOException(
            fileSystem
                + ": moving needs an HDFS superuser; with --wait or --async the service does it"
                + " for you",
            e);
      }
      throw e;
    }
  }

  private Exit runOn(FileMover mover, URI fileSystem, List<String> paths)
      throws IOException, InterruptedException {
    if (mover.namenode().isUpgrading()) {
      run.err()
          .println(
              fileSystem
                  + " is being upgraded: finalize the upgrade first, because old replicas would"
                  + " be kept");
      return Exit.UPGRADE;
    }
    mover.setLimits(options.limits(mover.limits()));
    List<String> toMove = paths;
    if (options.policy() != null) {
      toMove = PolicySetter.set(run, fileSystem, options.policy(), paths);
    }
    MoveHandle handle =
        mover.submit(new MoveRequest(toMove, List.of(), options.isRecursive()), this::tell);
    interruption.whenInterrupted(handle::cancel);
    progress.showUntilEnd(handle);
    handle.errors().forEach(run.err()::println);
    summarize(fileSystem, handle);
    Exit exit = Exit.of(handle.progress());
    if (interruption.isInterrupted()) {
      exit = exit.and(Exit.INTERRUPTED);
    }
    return handle.errors().isEmpty() ? exit : exit.and(Exit.FAILED);
  }

  private void tell(FileResult result) {
    if (!options.isJson() && !result.isGood()) {
      synchronized (out) {
        String outcome = result.outcome().name().toLowerCase(Locale.ROOT);
        String blocks = result.failedBlocks() == 0 ? "" : ", " + result.failedBlocks() + " blocks";
        out.println(result.path() + ": " + outcome + blocks);
        result.failures().forEach(failure -> out.println("  " + failure.describe()));
      }
    }
  }

  private void summarize(URI fileSystem, MoveHandle handle) {
    MoveProgress end = handle.progress();
    if (options.isJson()) {
      run.addJson(json(fileSystem, handle));
      return;
    }
    out.printf(
        Locale.ROOT,
        "%s: %d files: %d moved, %d in place, %d incomplete, %d gone, %d cancelled; %d replicas,"
            + " %s in %.1f s%n",
        fileSystem,
        end.filesFound(),
        end.files(FileOutcome.MOVED),
        end.files(FileOutcome.IN_PLACE),
        end.files(FileOutcome.INCOMPLETE),
        end.files(FileOutcome.GONE),
        end.files(FileOutcome.CANCELLED),
        end.replicasMoved(),
        Units.bytes(end.bytesMoved()),
        end.elapsedMs() / 1000.0);
  }

  private static Map<String, Object> json(URI fileSystem, MoveHandle handle) {
    MoveProgress end = handle.progress();
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("fileSystem", fileSystem.toString());
    json.put("files", end.filesFound());
    Map<String, Long> outcomes = new TreeMap<>();
    for (FileOutcome outcome : FileOutcome.values()) {
      outcomes.put(outcome.name(), end.files(outcome));
    }
    json.put("filesByOutcome", outcomes);
    json.put("replicasMoved", end.replicasMoved());
    json.put("bytesMoved", end.bytesMoved());
    json.put("elapsedMs", end.elapsedMs());
    json.put("blocksByReason", new TreeMap<>(end.blocksByReason()));
    json.put("errors", handle.errors());
    json.put("unsatisfied", handle.unsatisfied().stream().map(MoveCommand::json).toList());
    return json;
  }

  private static Map<String, Object> json(FileResult result) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("path", result.path());
    json.put("inode", result.inodeId());
    json.put("outcome", result.outcome().name());
    json.put("failedBlocks", result.failedBlocks());
    json.put("failures", result.failures());
    return json;
  }
}
