package org.tieredhdfs.upstream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that runs a set of Hadoop's test classes on one side or both. */
@Command(name = "upstream-tests", sortOptions = false)
public final class UpstreamTests implements Callable<Integer> {
  static final int EXIT_FINE = 0;
  static final int EXIT_REGRESSIONS = 1;
  static final int EXIT_NOT_RUN = 2;

  @Option(names = "--hadoop", required = true)
  String hadoopVersion;

  @Option(names = "--lib", required = true)
  Path lib;

  @Option(names = "--resources", required = true)
  Path resources;

  @Option(names = "--work", required = true)
  Path work;

  @Option(names = "--out", required = true)
  Path out;

  @Option(names = "--overlay", split = ":")
  List<Path> overlay = List.of();

  @Option(names = "--tests", split = ",", required = true)
  List<String> patterns;

  @Option(names = "--side", split = ",", defaultValue = "stock,ours")
  Set<TestSide> sides;

  @Option(names = "--stock", defaultValue = "always")
  StockRuns stockRuns;

  @Option(names = "--conf")
  Map<String, String> conf = Map.of();

  @Option(names = "--in-place-of")
  Map<String, String> standIns = Map.of();

  @Option(names = "--forks", defaultValue = "1")
  int forks;

  @Option(names = "--heap-mb", defaultValue = "2048")
  int heapMb;

  @Option(names = "--class-limit-sec", defaultValue = "900")
  int classLimitSec;

  @Option(names = "--start-limit-sec", defaultValue = "3600")
  int startLimitSec;

  @Option(names = "--run-under", split = " ")
  List<String> runUnder = List.of();

  @Option(names = "--baseline")
  @Nullable Path baseline;

  /** Runs the command and ends the process with its exit code. */
  public static void main(String[] args) {
    CommandLine command =
        new CommandLine(new UpstreamTests()).setCaseInsensitiveEnumValuesAllowed(true);
    command.setParameterExceptionHandler((e, line) -> refuse(e));
    command.setExecutionExceptionHandler((e, line, parsed) -> refuse(e));
    System.exit(command.execute(args));
  }

  private static int refuse(Exception e) {
    Throwable shown = e instanceof ExecutionException && e.getCause() != null ? e.getCause() : e;
    System.err.println("upstream-tests: " + shown.getMessage());
    return EXIT_NOT_RUN;
  }

  @Override
  public Integer call() throws IOException, InterruptedException, ExecutionException {
    long startNs = System.nanoTime();
    if (sides.contains(TestSide.OURS) && overlay.isEmpty()) {
      throw new IllegalArgumentException("side ours needs the jars of the overlay");
    }
    requireRange("--forks", forks, 1, 16);
    requireRange("--heap-mb", heapMb, 64, 65_536);
    requireRange("--class-limit-sec", classLimitSec, 1, 86_400);
    Path frontConf = work.resolve("conf");
    new UpstreamSite(conf).writeTo(frontConf);
    StandIns.write(frontConf, standIns);
    Path logs = Files.createDirectories(out.resolve("logs"));
    TestClassPath classPath = new TestClassPath(lib, resources, frontConf, overlay);
    SortedSet<TestClass> tests = TestClasses.in(classPath.testsJars()).matching(patterns);
    Duration classLimit = Duration.ofSeconds(classLimitSec);
    Duration startLimit = Duration.ofSeconds(startLimitSec);
    Fork fork =
        new Fork(classPath, new ForkSettings(runUnder, heapMb, classLimit, startLimit, work, logs));
    List<ClassRun> known = baseline == null ? List.of() : ResultFile.read(baseline, TestSide.STOCK);

    Suite suite = new Suite(fork, sides, stockRuns, known, ResultFile.create(out));
    List<ClassResult> results = suite.run(tests, forks);

    long totalSec = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNs);
    MarkdownReport report = new MarkdownReport(results);
    Files.writeString(out.resolve("report.md"), report.markdown(facts(totalSec)), UTF_8);
    report.print(System.out);
    System.out.printf(
        "classes: %d, their own time: %d s, in all: %d s%n",
        results.size(), report.testsSec(), totalSec);
    return report.of(ComparisonVerdict.REGRESSION).isEmpty() ? EXIT_FINE : EXIT_REGRESSIONS;
  }

  private static void requireRange(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "%s %d: allowed are %d to %d".formatted(option, value, min, max));
    }
  }

  private Map<String, String> facts(long totalSec) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Hadoop", hadoopVersion);
    facts.put("Java", System.getProperty("java.runtime.version"));
    facts.put("user", System.getProperty("user.name"));
    facts.put("processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put(
        "overlay",
        overlay.stream().map(jar -> String.valueOf(jar.getFileName())).collect(joining(", ")));
    facts.put("configuration in front, ours only", conf.toString());
    facts.put("classes in place of those that tests configure, ours only", standIns.toString());
    facts.put("ended at", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    facts.put("seconds in all, waiting included", Long.toString(totalSec));
    return facts;
  }
}
