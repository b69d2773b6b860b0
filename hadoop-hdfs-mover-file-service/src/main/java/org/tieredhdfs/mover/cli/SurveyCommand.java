package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.tieredhdfs.mover.FileMover;
import org.tieredhdfs.mover.api.MoveRequest;
import org.tieredhdfs.mover.survey.FileSurvey;
import org.tieredhdfs.mover.text.Units;
import org.tieredhdfs.mover.transfer.TransferLimits;

/**
 * {@code filemover report} and {@code filemover move --dry-run}: shows where files are and what
 * would be moved; changes nothing. Used by one thread.
 */
final class SurveyCommand {
  /** The assumed speed of a DataNode without a lower limit: that of a hard disk. */
  private static final long NOMINAL_BYTES_PER_SECOND = 100L << 20;

  private final ClusterRun run;
  private final CommandOptions options;
  private final PrintStream out;

  SurveyCommand(ClusterRun run) {
    this.run = run;
    this.options = run.options();
    this.out = run.out();
  }

  Exit run(ClusterPaths paths) throws InterruptedException, UsageException {
    return run.over(
        paths,
        "fileSystems",
        (fileSystem, own) -> {
          try (FileMover mover = new FileMover(run.conf(), fileSystem)) {
            return runOn(mover, fileSystem, own);
          }
        });
  }

  private Exit runOn(FileMover mover, URI fileSystem, List<String> paths)
      throws IOException, InterruptedException, UsageException {
    BlockStoragePolicy policy =
        options.policy() == null ? null : PolicySetter.offered(mover.policies(), options.policy());
    SurveyTotals totals = new SurveyTotals();
    List<Map<String, Object>> jsonFiles = new ArrayList<>();
    List<String> errors =
        mover.survey(
            new MoveRequest(paths, List.of(), options.isRecursive()),
            policy,
            survey -> {
              totals.add(survey);
              if (options.isDryRun() && !survey.isSatisfied()) {
                if (options.isJson()) {
                  jsonFiles.add(json(survey));
                } else {
                  print(survey);
                }
              }
            });
    errors.forEach(run.err()::println);
    TransferLimits limits = options.limits(mover.limits());
    if (options.isJson()) {
      Map<String, Object> json = json(fileSystem, totals, limits, errors);
      if (options.isDryRun()) {
        json.put("plans", jsonFiles);
      }
      run.addJson(json);
    } else {
      print(fileSystem, totals, limits);
    }
    return errors.isEmpty() ? Exit.SATISFIED : Exit.FAILED;
  }

  private static long estimatedMs(SurveyTotals totals, TransferLimits limits) {
    return totals.estimatedMs(perNode(limits), limits.bytesPerSecond());
  }

  private static long perNode(TransferLimits limits) {
    return limits.bytesPerSecondPerNode() == 0
        ? NOMINAL_BYTES_PER_SECOND
        : limits.bytesPerSecondPerNode();
  }

  /** The assumptions of the estimate. */
  private static String assumption(TransferLimits limits) {
    String why = limits.bytesPerSecondPerNode() == 0 ? "as a hard disk does" : "its limit";
    String each = "if each DataNode moves " + Units.bytes(perNode(limits)) + "/s, " + why;
    String all = ", and all together " + Units.bytes(limits.bytesPerSecond()) + "/s, the limit";
    return limits.bytesPerSecond() == 0 ? each : each + all;
  }

  private void print(FileSurvey survey) {
    out.println(survey.path() + ": " + survey.policy());
    survey.moves().forEach(move -> out.println("  " + move.describe()));
    survey.failures().forEach(failure -> out.println("  not possible: " + failure.describe()));
  }

  private void print(URI fileSystem, SurveyTotals totals, TransferLimits limits) {
    out.printf(
        Locale.ROOT,
        "%s: %d files, %d of them in place%n",
        fileSystem,
        totals.files,
        totals.satisfiedFiles);
    totals.bytesByType.forEach(
        (type, bytes) -> out.printf("  on %-10s %s%n", type, Units.bytes(bytes)));
    out.printf("  out of place  %s%n", Units.bytes(totals.outOfPlaceBytes));
    out.printf(
        Locale.ROOT,
        "  to be moved   %s, %d replicas, about %s %s%s%n",
        Units.bytes(totals.moveBytes),
        totals.moves,
        Units.duration(estimatedMs(totals, limits)),
        assumption(limits),
        options.isDryRun() ? "; nothing was moved" : "");
    totals.blocksByReason.forEach(
        (reason, blocks) -> out.printf("  %d blocks not possible: %s%n", blocks, reason.meaning()));
  }

  private static Map<String, Object> json(
      URI fileSystem, SurveyTotals totals, TransferLimits limits, List<String> errors) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("fileSystem", fileSystem.toString());
    json.put("files", totals.files);
    json.put("filesInPlace", totals.satisfiedFiles);
    json.put("bytesByType", totals.bytesByType);
    json.put("outOfPlaceBytes", totals.outOfPlaceBytes);
    json.put("moves", totals.moves);
    json.put("moveBytes", totals.moveBytes);
    json.put("estimatedMs", estimatedMs(totals, limits));
    json.put(
        "estimateAssumes",
        Map.of(
            "bytesPerSecondPerNode", perNode(limits), "bytesPerSecond", limits.bytesPerSecond()));
    json.put("blocksByReason", totals.blocksByReason);
    json.put("errors", errors);
    return json;
  }

  private static Map<String, Object> json(FileSurvey survey) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("path", survey.path());
    json.put("policy", survey.policy());
    json.put("moves", survey.moves());
    json.put(
        "failures",
        survey.failures().stream()
            .map(failure -> Map.of("block", failure.block(), "reason", failure.reason().name()))
            .toList());
    return json;
  }
}
