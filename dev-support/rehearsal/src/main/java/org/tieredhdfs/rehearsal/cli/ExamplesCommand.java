package org.tieredhdfs.rehearsal.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.rehearsal.example.Example;
import org.tieredhdfs.rehearsal.example.ExampleRun;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Starts the ready examples. */
@Command(
    name = "examples",
    sortOptions = false,
    description = {
      "Starts the ready examples in ycsb-profiles/profiles, or those named, as"
          + " clusters of real daemons with HBase and the file mover's service, creates a"
          + " file of each kind, and checks that it is stored where the README says."
          + " Paths, ports, sizes and the archive's minimum age are scaled; everything"
          + " else is unchanged. About 2 minutes and 3 GB of memory each.",
      "Exit code 1 if a file lies elsewhere or we warn of something."
    })
public final class ExamplesCommand implements Callable<Integer> {
  @Mixin ClusterOption cluster;

  @Option(
      names = "--real-times",
      description = "leaves the archive alone for as long as the example says: 25 minutes each")
  private boolean realTimes;

  @Parameters(arity = "0..*", paramLabel = "NAME", description = "examples; default: all")
  private List<String> names = List.of();

  @Override
  public Integer call() throws Exception {
    Path place = ClusterOption.home().resolve(Example.PLACE);
    ClassPaths classPaths = ClassPaths.built(ClusterOption.home());
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    int faults = 0;
    try {
      for (String name : names.isEmpty() ? Example.names(place) : names) {
        Example example = Example.read(place.resolve(name));
        try {
          faults +=
              new ExampleRun(example, realTimes, progress, System.out::println)
                  .run(cluster.dir(), classPaths);
        } catch (ClusterException e) {
          faults++;
          System.out.println("FAILED  " + name + "  " + e.getMessage());
        }
      }
    } finally {
      progress.clear();
    }
    System.out.println(faults == 0 ? "all examples work" : faults + " faults");
    return faults == 0 ? 0 : ExitCode.SOFTWARE;
  }
}
