package org.tieredhdfs.rehearsal.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.hadoop.util.VersionInfo;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.localcluster.cli.ClusterOption;
import org.tieredhdfs.localcluster.cli.ConsoleProgress;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.rehearsal.stock.Matrix;
import org.tieredhdfs.rehearsal.stock.StockMatrix;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Tries clients with stock jars on a cluster of this project. */
@Command(
    name = "stock-clients",
    sortOptions = false,
    description = {
      "Tests clients without this project on a cluster with it, block tokens on:"
          + " every operation on every kind of file, with Java API, hdfs dfs, webhdfs://,"
          + " plain HTTP, HttpFS, Router, clients in Go and Rust, and a client with this"
          + " project for comparison. Prints the matrix. About 8 minutes and 3 GB of"
          + " memory.",
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
      description =
          "java, shell, webhdfs, http, httpfs, router, hadoop2, hadoop3.3, go, rust; default: all")
  private List<String> clients = List.of();

  @Option(
      names = "--gateways",
      paramLabel = "FILE",
      description =
          "holds the class path of a stock HttpFS and Router; without it there are no such clients")
  private @Nullable Path gateways;

  @Option(
      names = "--hadoop2",
      paramLabel = "FILE",
      description =
          "holds the class path of a client of Hadoop 2; without it there is no such client")
  private @Nullable Path hadoop2;

  @Option(
      names = "--hadoop33",
      paramLabel = "FILE",
      description =
          "holds the class path of a client of Hadoop 3.3; without it there is no such client")
  private @Nullable Path hadoop33;

  @Option(
      names = "--go",
      paramLabel = "FILE",
      description = "the built probe of the Go client; without it there is no such client")
  private @Nullable Path go;

  @Option(
      names = "--rust",
      paramLabel = "FILE",
      description = "the probe of the Rust client; without it there is no such client")
  private @Nullable Path rust;

  @Override
  public Integer call() throws Exception {
    if (isToBeWritten && !(kinds.isEmpty() && clients.isEmpty())) {
      throw new IllegalArgumentException("--write: the page needs all kinds and all clients");
    }
    ClassPaths classPaths = ClassPaths.built(ClusterOption.home());
    ClusterSpec.Builder spec = ClusterSpec.builder(cluster.dir(), classPaths);
    ConsoleProgress progress = ConsoleProgress.onStandardError();
    Matrix matrix;
    try {
      matrix = new StockMatrix(classPaths, given(), progress).run(spec, kinds, clients);
    } finally {
      progress.clear();
    }
    String page = matrix.page(VersionInfo.getVersion());
    if (isToBeWritten) {
      Files.writeString(ClusterOption.home().resolve(PAGE), page);
    } else {
      System.out.println(page);
    }
    matrix.faults().forEach(fault -> System.out.println("FAILED       " + fault));
    return matrix.faults().isEmpty() ? 0 : ExitCode.SOFTWARE;
  }

  private Map<String, String> given() throws IOException {
    Map<String, String> given = new TreeMap<>();
    putText(given, StockMatrix.GATEWAYS, gateways);
    putText(given, "hadoop2", hadoop2);
    putText(given, "hadoop3.3", hadoop33);
    if (go != null) {
      given.put("go", go.toString());
    }
    if (rust != null) {
      given.put("rust", rust.toString());
    }
    return given;
  }

  private static void putText(Map<String, String> given, String name, @Nullable Path file)
      throws IOException {
    if (file != null) {
      given.put(name, Files.readString(file).strip());
    }
  }
}
