package org.tieredhdfs.upstream;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs test classes, each in a process and a directory of its own. */
final class Fork {
  private static final long POLL_MS = 200;

  private final TestClassPath classPath;
  private final ForkSettings settings;
  private final AtomicInteger directories = new AtomicInteger();

  Fork(TestClassPath classPath, ForkSettings settings) {
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
    Path log = settings.logOf(side, test, attempt, "log");
    Process process =
        new ProcessBuilder(command(side, test, directory, file))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(Redirect.to(log.toFile()))
            .start();
    ProcessTree tree = new ProcessTree(process);
    try {
      Waited waited = await(process, tree, file, settings.logOf(side, test, attempt, "stacks"));
      ForkOutput output = ForkOutput.read(file);
      String fault = output.started() ? classPath.faultOfOrigin(side, output.origin()) : "";
      if (!fault.isEmpty()) {
        throw new IllegalStateException(fault);
      }
      List<TestOutcome> outcomes = new ArrayList<>(output.outcomes());
      String end = faultOfEnd(output, waited, process.exitValue());
      if (!end.isEmpty()) {
        outcomes.add(TestOutcome.ofClass("process", Status.ERROR, end));
      }
      return new ClassRun(side, test, attempt, waited.runningMs(), outcomes);
    } finally {
      tree.kill();
      WorkTree.delete(directory.toFile());
    }
  }

  private List<String> command(TestSide side, TestClass test, Path directory, Path file) {
    List<String> command = new ArrayList<>(settings.runUnder());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(settings.jvmArguments(directory, classPath.resourcesOf(test.module())));
    command.add("-cp");
    command.add(classPath.of(side, test));
    command.add(ClassRunner.class.getName());
    command.addAll(List.of(test.name(), TestClassPath.PROBE_CLASS, file.toString()));
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
    long forkedNs = System.nanoTime();
    boolean started = false;
    long sinceNs = forkedNs;
    while (!process.waitFor(POLL_MS, TimeUnit.MILLISECONDS)) {
      if (!started && Files.exists(file)) {
        started = true;
        sinceNs = System.nanoTime();
      }
      Duration limit = started ? settings.classLimit() : settings.startLimit();
      if (System.nanoTime() - sinceNs > limit.toNanos()) {
        tree.dumpStacks(stacks);
        tree.kill();
        process.waitFor();
        String what = started ? "did not end" : "did not start";
        return new Waited(what + " within " + limit.toSeconds() + " s", elapsedMs(sinceNs));
      }
    }
    return new Waited("", elapsedMs(sinceNs));
  }

  private static String faultOfEnd(ForkOutput output, Waited waited, int exitValue) {
    if (!waited.limit().isEmpty()) {
      return waited.limit();
    }
    if (!output.ended()) {
      return "the process died with exit code " + exitValue + ", see its log";
    }
    return output.outcomes().isEmpty() ? "no test found in the class" : "";
  }

  private static long elapsedMs(long sinceNs) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - sinceNs);
  }
}
