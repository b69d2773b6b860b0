package org.tieredhdfs.upstream;

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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.upstream.ClassResult.Verdict;
import org.tieredhdfs.upstream.Suite.StockRuns;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command that runs a set of Hadoop's test classes on one side or both. */
@Command(name = "upstream-tests", sortOptions = false)
public final class UpstreamTests implements Callable<Integer> {
  private static final int EXIT_REGRESSIONS = 1;
  private static final int EXIT_NOT_RUN = 2;

  @Option(names = "--hadoop", required = true)
  String hadoopVersion;

  /** Has lib, resources, and baseline if there is one; gets out. */
  @Option(names = "--work", required = true)
  Path work;

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

  @Option(names = "--run-under", split = " ")
  List<String> runUnder = List.of();

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
    Path out = work.resolve("out");
    Path forkDir = work.resolve("forks");
    Path frontConf = Files.createDirectories(forkDir.resolve("conf"));
    Files.writeString(frontConf.resolve("hdfs-site.xml"), site(conf));
    StandIns.write(frontConf, standIns);
    Path logs = Files.createDirectories(out.resolve("logs"));
    TestClassPath classPath =
        new TestClassPath(work.resolve("lib"), work.resolve("resources"), frontConf, overlay);
    List<TestClass> tests = classPath.classesMatching(patterns);
    Duration classLimit = Duration.ofSeconds(classLimitSec);
    Fork fork = new Fork(classPath, new Fork.Settings(runUnder, heapMb, classLimit, forkDir, logs));
    Path baseline = work.resolve("baseline");
    List<ClassRun> known =
        Files.exists(baseline) ? ResultFile.read(baseline, TestSide.STOCK) : List.of();
    List<ClassResult> results =
        new Suite(fork, sides, stockRuns, known, new ResultFile(out)).run(tests, forks);
    long totalSec = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startNs);
    MarkdownReport report = new MarkdownReport(results);
    Files.writeString(out.resolve("report.md"), report.page(facts(totalSec)));
    System.out.print(report.text());
    System.out.printf(
        "%nclasses: %d, their own time: %d s, in all: %d s%n",
        results.size(), report.testsSec(), totalSec);
    return report.of(Verdict.REGRESSION).isEmpty() ? 0 : EXIT_REGRESSIONS;
  }

  /**
   * The {@code hdfs-site.xml} that stands before Hadoop's own test configuration.
   *
   * <p>The first file of that name on the class path hides the others, so it repeats what the
   * hidden one sets: no security, and no lower bound on block sizes, which tests make tiny. Our
   * built-in policies are off, since there are tests that know how many policies there are.
   */
  static String site(Map<String, String> extra) {
    Map<String, String> values = new LinkedHashMap<>();
    values.put("hadoop.security.authentication", "simple");
    values.put("dfs.namenode.fs-limits.min-block-size", "0");
    values.put("dfs.tiered.storage.builtin-policies", "false");
    values.putAll(extra);
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    values.forEach(
        (key, value) ->
            xml.append(
                "  <property><name>%s</name><value>%s</value></property>\n"
                    .formatted(escape(key), escape(value))));
    return xml.append("</configuration>\n").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
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
