package org.tieredhdfs.upstream;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.tieredhdfs.upstream.TestOutcome.Status;

/** Runs test classes, each in a process and a directory of its own. */
final class Fork {
  private static final long POLL_MS = 200;

  /** How long the words before the command may keep it from starting. */
  private static final Duration START_LIMIT = Duration.ofHours(1);

  /** The packages that Hadoop's own build opens for its tests. */
  private static final List<String> OPENED =
      List.of(
          "java.io",
          "java.lang",
          "java.lang.reflect",
          "java.math",
          "java.net",
          "java.text",
          "java.util",
          "java.util.concurrent",
          "java.util.zip",
          "sun.security.util",
          "sun.security.x509");

  private final TestClassPath classPath;
  private final Settings settings;
  private final AtomicInteger directories = new AtomicInteger();

  /**
   * How the process of a test class is started and when it is stopped.
   *
   * @param runUnder words put before the command, such as a lock or a priority; may be empty
   * @param classLimit how long one class may run, from its start
   * @param workDir where each run gets a directory of its own
   */
  record Settings(
      List<String> runUnder, int heapMb, Duration classLimit, Path workDir, Path logDir) {}

  /**
   * The output of a {@link ClassRunner} so far.
   *
   * @param origin where its probe class came from; empty before it started
   */
  record Output(String origin, boolean ended, List<TestOutcome> outcomes) {
    /** Reads the file; a missing one is that of a process which did not start. */
    static Output read(Path file) throws IOException {
      String text = Files.exists(file) ? Files.readString(file) : "";
      // A killed process may leave half a line.
      String whole = text.substring(0, text.lastIndexOf('\n') + 1);
      String origin = "";
      boolean ended = false;
      List<TestOutcome> outcomes = new ArrayList<>();
      for (String line : whole.lines().toList()) {
        if (line.startsWith(ClassRunner.STARTED)) {
          origin = line.substring(ClassRunner.STARTED.length() + 1);
        } else if (line.equals(ClassRunner.ENDED)) {
          ended = true;
        } else {
          outcomes.add(TestOutcome.ofFields(List.of(line.split("\t", -1))));
        }
      }
      return new Output(origin, ended, outcomes);
    }
  }

  Fork(TestClassPath classPath, Settings settings) {
    this.classPath = classPath;
    this.settings = settings;
  }

  /**
   * Runs a class; a process that dies or hangs is an outcome, not an exception.
   *
   * @throws IllegalStateException if the process did not test the side that was asked for
   */
  ClassRun run(TestSide side, TestClass test, int attempt)
      throws IOException, InterruptedException {
    // Short names: paths of Unix sockets, which some tests create here, are limited to about 100
    // characters.
    Path directory = settings.workDir().resolve("w" + directories.incrementAndGet());
    for (String name : List.of("tmp", "data", "log")) {
      Files.createDirectories(directory.resolve(name));
    }
    Path file = directory.resolve("outcomes.tsv");
    String logName = side.label() + "-" + test.simpleName() + "-" + attempt;
    Process process =
        new ProcessBuilder(command(side, test, directory, file))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(settings.logDir().resolve(logName + ".log").toFile()))
            .start();
    ProcessTree tree = new ProcessTree(process);
    try {
      Waited waited = await(process, tree, file, settings.logDir().resolve(logName + ".stacks"));
      Output output = Output.read(file);
      if (!output.origin().isEmpty()) {
        classPath.requireOrigin(side, output.origin());
      }
      List<TestOutcome> outcomes = new ArrayList<>(output.outcomes());
      String end = faultOfEnd(output, waited, process.exitValue());
      if (!end.isEmpty()) {
        outcomes.add(TestOutcome.ofClass("process", Status.ERROR, end));
      }
      return new ClassRun(side, test, attempt, waited.runningMs(), outcomes);
    } finally {
      tree.kill();
      delete(directory.toFile());
    }
  }

  /** With the system properties of Hadoop's own build. */
  private List<String> command(TestSide side, TestClass test, Path directory, Path file) {
    Path data = directory.resolve("data");
    Path resources = classPath.resourcesOf(test.module());
    List<String> command = new ArrayList<>(settings.runUnder());
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx" + settings.heapMb() + "m",
            "-Xss4m",
            "-XX:+EnableDynamicAgentLoading",
            "-XX:+IgnoreUnrecognizedVMOptions",
            "-DminiClusterDedicatedDirs=true",
            "-Dtest.build.dir=" + data,
            "-Dtest.build.data=" + data,
            "-Dtest.build.shared.data=" + data,
            "-Dtest.cache.data=" + resources,
            "-Dtest.build.classes=" + resources,
            "-Dhadoop.tmp.dir=" + directory.resolve("hadoop-tmp"),
            "-Dhadoop.log.dir=" + directory.resolve("log"),
            "-Djava.io.tmpdir=" + directory.resolve("tmp"),
            "-Djava.net.preferIPv4Stack=true",
            "-Djava.security.krb5.conf=" + resources.resolve("krb5.conf"),
            "-Djava.security.egd=file:///dev/urandom"));
    OPENED.forEach(name -> command.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    command.addAll(
        List.of(
            "-cp",
            classPath.of(side, test),
            ClassRunner.class.getName(),
            test.name(),
            TestClassPath.PROBE_CLASS,
            file.toString()));
    return command;
  }

  /**
   * How the wait for a process ended.
   *
   * @param limit the limit that it broke; empty if it ended by itself
   * @param runningMs from the start of the tests, not of what stands before the command
   */
  private record Waited(String limit, long runningMs) {}

  private Waited await(Process process, ProcessTree tree, Path file, Path stacks)
      throws IOException, InterruptedException {
    boolean started = false;
    long sinceNs = System.nanoTime();
    String broken = "";
    while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
      if (!started && Files.exists(file)) {
        started = true;
        sinceNs = System.nanoTime();
      }
      Duration limit = started ? settings.classLimit() : START_LIMIT;
      if (System.nanoTime() - sinceNs > limit.toNanos()) {
        tree.dumpStacks(stacks);
        tree.kill();
        process.waitFor();
        broken =
            (started ? "did not end" : "did not start") + " within " + limit.toSeconds() + " s";
      }
    }
    return new Waited(broken, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNs));
  }

  private static String faultOfEnd(Output output, Waited waited, int exitValue) {
    if (!waited.limit().isEmpty()) {
      return waited.limit();
    }
    if (!output.ended()) {
      return "the process died with exit code " + exitValue + ", see its log";
    }
    return output.outcomes().isEmpty() ? "no test found in the class" : "";
  }

  /**
   * Deletes what is there, also directories whose permissions a test took away; the script removes
   * what is left with the whole work directory.
   */
  private static void delete(File entry) {
    if (entry.isDirectory() && !Files.isSymbolicLink(entry.toPath())) {
      boolean opened =
          entry.setReadable(true) && entry.setWritable(true) && entry.setExecutable(true);
      File[] children = opened ? entry.listFiles() : null;
      for (File child : children == null ? new File[0] : children) {
        delete(child);
      }
    }
    entry.delete();
  }
}
