package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfoWithStorage;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.ServiceErrors;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.ListResponseProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rules.MoveRules;
import org.tieredhdfs.mover.rules.RuleExplanation;
import org.tieredhdfs.mover.survey.FileSurvey;
import org.tieredhdfs.mover.survey.SurveyedMove;
import org.tieredhdfs.mover.text.Explanation;
import org.tieredhdfs.mover.text.StatusText;

/**
 * {@code filemover explain}: where a file's replicas are, what its policy and the rules say, what
 * would be moved, and what the service has to do for it. Used by one thread.
 */
final class ExplainCommand {
  private static final int PAGE = 1_000;
  private static final int MAX_PAGES = 50;

  private final ClusterRun run;

  ExplainCommand(ClusterRun run) {
    this.run = run;
  }

  Exit run(ClusterPaths paths) throws InterruptedException, UsageException {
    return run.over(paths, "files", this::runOn);
  }

  private Exit runOn(URI uri, List<String> paths) throws IOException, InterruptedException {
    Exit exit = Exit.SATISFIED;
    try (FileMover mover = new FileMover(run.conf(), uri)) {
      MoveRules rules =
          MoveRules.of(run.conf(), mover.policies(), mover.cluster().current().types());
      Service service = Service.ask(run, uri);
      for (String path : paths) {
        HdfsFileStatus status = mover.namenode().status(path);
        if (status == null || status.isDirectory()) {
          run.tellError(path + ": no such file; name a file, not a directory");
          exit = Exit.FAILED;
          continue;
        }
        Explanation told = explain(mover, rules, service, path, status);
        if (run.options().isJson()) {
          run.addJson(told);
        } else {
          told.print(run.out());
        }
      }
    }
    return exit;
  }

  /** The policy in effect, and the highest directory from which it applies. */
  private static String policy(FileMover mover, String path, HdfsFileStatus status)
      throws IOException {
    var policy = mover.policies().policy(status.getStoragePolicy());
    String name = policy == null ? "unknown, id " + status.getStoragePolicy() : policy.getName();
    String from = path;
    for (Path up = new Path(path).getParent(); up != null; up = up.getParent()) {
      HdfsFileStatus directory = mover.namenode().status(up.toUri().getPath());
      if (directory == null || directory.getStoragePolicy() != status.getStoragePolicy()) {
        break;
      }
      from = up.toUri().getPath();
    }
    return name
        + (from.equals(path) ? ", its own" : ", as on all directories from " + from + " down");
  }

  private static Explanation explain(
      FileMover mover, MoveRules rules, Service service, String path, HdfsFileStatus status)
      throws IOException, InterruptedException {
    List<Explanation.Block> blocks = new ArrayList<>();
    HdfsLocatedFileStatus file = mover.namenode().look(new FileRef(status.getFileId(), path));
    boolean isOpen = false;
    if (file != null && file.getLocatedBlocks() != null) {
      isOpen = file.getLocatedBlocks().isUnderConstruction();
      for (LocatedBlock block : file.getLocatedBlocks().getLocatedBlocks()) {
        blocks.add(
            new Explanation.Block(
                block.getBlock().getBlockName(), block.getBlockSize(), replicas(block)));
      }
    }
    List<FileSurvey> surveys = new ArrayList<>();
    List<String> notPossible =
        new ArrayList<>(mover.survey(MoveRequest.ofPaths(false, path), null, surveys::add));
    List<String> moves = new ArrayList<>();
    for (FileSurvey survey : surveys) {
      survey.moves().stream().map(SurveyedMove::describe).forEach(moves::add);
      survey.failures().forEach(failure -> notPossible.add(failure.describe()));
    }
    return new Explanation(
        path,
        status.getFileId(),
        status.getLen(),
        status.getReplication(),
        isOpen,
        policy(mover, path, status),
        rule(mover.namenode().fileSystem(), rules, path),
        blocks,
        moves,
        notPossible,
        service.about(path));
  }

  private static List<String> replicas(LocatedBlock block) {
    List<String> replicas = new ArrayList<>();
    for (DatanodeInfoWithStorage node : block.getLocations()) {
      String state = node.isInService() ? "" : ", " + node.getAdminState();
      replicas.add(node.getXferAddr() + ' ' + node.getStorageType() + state);
    }
    return replicas;
  }

  private static String rule(DistributedFileSystem fileSystem, MoveRules rules, String path) {
    try {
      FileStatus status = fileSystem.getFileStatus(new Path(path));
      return RuleExplanation.of(rules, status, fileSystem);
    } catch (IOException e) {
      return "cannot be told: " + ServiceErrors.sentence(e);
    }
  }

  /** The requests of the service that are not done, or why they are not known. */
  private record Service(List<RequestStatusProto> open, String trouble) {

    static Service ask(ClusterRun run, URI uri) {
      List<RequestStatusProto> open = new ArrayList<>();
      try (FileMoverClient client = new FileMoverClient(run.conf(), uri)) {
        long after = 0;
        for (int page = 0; page < MAX_PAGES; page++) {
          ListResponseProto part = client.list(after, PAGE);
          part.getRequestsList().stream().filter(one -> !one.hasEndedMs()).forEach(open::add);
          if (!part.getHasMore() || part.getRequestsCount() == 0) {
            return new Service(open, "");
          }
          after = part.getRequests(part.getRequestsCount() - 1).getId();
        }
        return new Service(open, "only the first " + MAX_PAGES * PAGE + " were searched");
      } catch (IOException e) {
        return new Service(open, ServiceErrors.sentence(e));
      }
    }

    /** Those for the file or a directory on the way to it. */
    List<String> about(String path) {
      List<String> lines = new ArrayList<>();
      for (RequestStatusProto request : open) {
        String asked = request.getPath();
        if (path.equals(asked) || path.startsWith(asked.equals("/") ? "/" : asked + '/')) {
          lines.add(StatusText.line(request));
          request.getWaitingForList().stream()
              .filter(waiting -> waiting.contains(path))
              .forEach(lines::add);
        }
      }
      if (!trouble.isEmpty()) {
        lines.add(trouble);
      }
      return lines;
    }
  }
}
