package org.tieredhdfs.launcher;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.start.PatchPointsCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The list of patch points, for the class path that the build made or another one. */
@Command(
    name = "patch-points",
    sortOptions = false,
    description = {
      "Lists the places in stock Hadoop that the overlay changes, and whether each is active in the"
          + " class path of the local cluster, or in another one.",
      "Exit code 1 if at least one is not."
    })
public final class PatchPointsListCommand implements Callable<Integer> {
  @Option(
      names = "--classpath",
      paramLabel = "PATH",
      description = "jars and folders as for java -cp; DIR/* stands for the jars of a folder")
  private @Nullable String classPath;

  @Override
  public Integer call() throws IOException {
    List<String> arguments = new ArrayList<>();
    if (classPath != null) {
      arguments.addAll(List.of("--classpath", classPath));
    }
    return PatchPointsCommand.run(arguments.toArray(new String[0]), System.out, System.err);
  }
}
