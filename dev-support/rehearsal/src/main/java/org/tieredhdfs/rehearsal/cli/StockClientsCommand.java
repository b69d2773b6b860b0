package org.tieredhdfs.rehearsal.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.hadoop.util.VersionInfo;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.rehearsal.stock.StockMatrix;
import org.tieredhdfs.rehearsal.stock.StockMatrix.Result;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tries clients with stock jars on a cluster of ours. */
@Command(
    name = "stock-clients",
    sortOptions = false,
    description = {
      "Starts a cluster with our overlay, block tokens on, and lets clients with stock Hadoop try"
          + " every operation on every kind of file: Java API, hdfs dfs, webhdfs://, plain HTTP,"
          + " HttpFS, Router, and ours to compare with. Prints the matrix. About 6 minutes and 3 GB"
          + " of memory.",
      "Exit code 1 if a cell is worse than it has to be; each is named with the reason."
    })
public final class StockClientsCommand implements Callable<Integer> {
  private static final Path PAGE = Path.of("docs/stock-clients.md");

  @Mixin ClusterOption cluster;

  @Option(names = "--write", description = "writes the matrix to docs/stock-clients.md")
  private boolean isToBeWritten;

  @Option(
      names = "--kinds",
      paramLabel = "NAME",
      split = ",",
      description = "kinds of files: ram, mixed, nvme, striped; default: all")
  private List<String> kinds = List.of();

  @Option(
      names = "--clients",
      paramLabel = "NAME",
      split = ",",
      description = "java, shell, webhdfs, http, httpfs, router; default: all")
  private List<String> clients = List.of();

  @Option(
      names = "--gateways",
      paramLabel = "FILE",
      description =
          "holds the class path of a stock HttpFS and Router; without it there are no such clients")
  private @Nullable Path gateways;

  @Override
  public Integer call() throws Exception {
    if (isToBeWritten && !(kinds.isEmpty() && clients.isEmpty())) {
      throw new IllegalArgumentException("--write: the page needs all kinds and all clients");
    }
    ClassPaths classPaths = ClassPaths.built(ClusterOption.home());
    ClusterSpec.Builder spec = ClusterSpec.builder(cluster.dir(), classPaths);
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    Path given = gateways;
    Optional<String> gatewayClassPath =
        given == null ? Optional.empty() : Optional.of(Files.readString(given).strip());
    Result result;
    try {
      result = new StockMatrix(classPaths, gatewayClassPath, progress).run(spec, kinds, clients);
    } finally {
      progress.clear();
    }
    String page = result.page(VersionInfo.getVersion());
    if (isToBeWritten) {
      Files.writeString(ClusterOption.home().resolve(PAGE), page);
    } else {
      System.out.println(page);
    }
    result.faults().forEach(fault -> System.out.println("FAILED       " + fault));
    return result.faults().isEmpty() ? 0 : ExitCode.SOFTWARE;
  }
}
