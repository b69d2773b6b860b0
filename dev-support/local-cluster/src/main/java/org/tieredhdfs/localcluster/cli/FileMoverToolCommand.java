package org.tieredhdfs.localcluster.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.tieredhdfs.localcluster.spec.ClusterException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Runs the file-level mover's command. */
@Command(
    name = "filemover",
    sortOptions = false,
    description = {
      "Runs the file mover against the cluster; all arguments from the sub-command"
          + " on go to it, and its exit code is returned.",
      "'filemover move --help' shows its options."
    })
public final class FileMoverToolCommand implements Callable<Integer> {
  private static final String NAME = "filemover";

  @Mixin ClusterOption cluster;

  @Parameters(
      arity = "1..*",
      paramLabel = "COMMAND [ARGUMENT...]",
      description = "move, report, serve, status, cancel or limits, and what belongs to it")
  private List<String> words;

  @Override
  public Integer call() throws IOException, ClusterException {
    List<String> all = new ArrayList<>(List.of(NAME));
    all.addAll(words);
    return ToolCommand.run(
        cluster.dir(), Map.of(NAME, "org.tieredhdfs.mover.cli.FileMoverCommand"), all);
  }
}
