package org.tieredhdfs.rehearsal.stock;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.tieredhdfs.localcluster.ClusterView;
import org.tieredhdfs.localcluster.spec.ClusterException;
import org.tieredhdfs.rehearsal.stock.probe.ProbeMain;
import org.tieredhdfs.rehearsal.stock.probe.Subject;

/**
 * Java processes beside a cluster that have stock Hadoop, the probe's few classes, and no
 * configuration but their own.
 */
final class StockProcesses {
  private static final long LIMIT_SEC = 300;

  private final ClusterView view;
  private final String stockClassPath;
  private final Path folder;

  /**
   * @param folder for what they need, made anew
   */
  StockProcesses(ClusterView view, String stockClassPath, Path folder) throws IOException {
    this.view = view;
    this.stockClassPath = stockClassPath;
    this.folder = Files.createDirectories(folder);
    Files.createDirectories(emptyConf());
    copyProbe(folder.resolve("probe"));
  }

  private Path emptyConf() {
    return folder.resolve("empty-conf");
  }

  /** The probe's class files by themselves, since beside them stand classes that need ours. */
  private static void copyProbe(Path to) throws IOException {
    Path code;
    try {
      code = Path.of(ProbeMain.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IOException("the tools' classes are not in a file system", e);
    }
    if (Files.isDirectory(code)) {
      copyProbe(code, to);
    } else {
      try (FileSystem jar = FileSystems.newFileSystem(code)) {
        copyProbe(jar.getPath("/"), to);
      }
    }
  }

  private static void copyProbe(Path classes, Path to) throws IOException {
    String folder = ProbeMain.class.getPackageName().replace('.', '/');
    Path copy = Files.createDirectories(to.resolve(folder));
    try (Stream<Path> files = Files.list(classes.resolve(folder))) {
      for (Path file : files.toList()) {
        Files.copy(file, copy.resolve(file.getFileName().toString()));
      }
    }
  }

  /** Runs the probe with stock jars and returns what it printed. */
  String probe(String mode, String fileSystem, Subject subject)
      throws IOException, InterruptedException, ClusterException {
    return probe(stockClassPath, mode, fileSystem, subject);
  }

  /** The same with other jars. */
  String probe(String classPath, String mode, String fileSystem, Subject subject)
      throws IOException, InterruptedException, ClusterException {
    return run(
        view.foreignTool(
            emptyConf(),
            folder.resolve("probe") + ":" + classPath,
            ProbeMain.class.getName(),
            arguments(mode, fileSystem, subject)));
  }

  /** Runs the probe as our client, with the cluster's configuration. */
  String ours(String mode, Subject subject)
      throws IOException, InterruptedException, ClusterException {
    return run(
        view.foreignTool(
            view.dirs().conf(),
            folder.resolve("probe") + ":" + view.record().classPath(),
            ProbeMain.class.getName(),
            arguments(mode, view.defaultFs(), subject)));
  }

  /** Runs a probe that is a program of its own, as whoever runs this. */
  String foreign(String program, String fileSystem, Subject subject)
      throws IOException, InterruptedException, ClusterException {
    List<String> command = new ArrayList<>(List.of(program, fileSystem));
    command.addAll(subject.arguments());
    return run(new ProcessBuilder(command));
  }

  private List<String> arguments(String mode, String fileSystem, Subject subject) {
    List<String> arguments =
        new ArrayList<>(List.of(mode, fileSystem, view.record().nameNodeHttp()));
    arguments.addAll(subject.arguments());
    return arguments;
  }

  /** Runs a process to its end; what it says on either stream is returned. */
  String run(ProcessBuilder builder) throws IOException, InterruptedException, ClusterException {
    Path out = Files.createTempFile(folder, "said", ".txt");
    Process process = builder.redirectErrorStream(true).redirectOutput(out.toFile()).start();
    try {
      if (!process.waitFor(LIMIT_SEC, TimeUnit.SECONDS)) {
        throw new ClusterException(
            "a client did not end within " + LIMIT_SEC + " s; it said " + Files.readString(out));
      }
      return Files.readString(out, StandardCharsets.UTF_8);
    } finally {
      process.destroyForcibly();
    }
  }
}
