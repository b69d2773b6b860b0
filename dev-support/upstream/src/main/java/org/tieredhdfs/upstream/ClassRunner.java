package org.tieredhdfs.upstream;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.tieredhdfs.upstream.TestOutcome.Status;

/**
 * The process in which one test class runs: {@code ClassRunner <test class> <probe class> <file>}.
 *
 * <p>The file begins with {@link #STARTED} and the place that the probe class was loaded from, so
 * that the caller sees whose classes were tested, and ends with {@link #ENDED}. Between them is a
 * line for each test as it ends, so that a killed process leaves what it had done.
 */
public final class ClassRunner implements TestExecutionListener {
  static final String STARTED = "#started";
  static final String ENDED = "#ended";

  private final PrintStream out;
  private final Map<String, Long> startsNs = new ConcurrentHashMap<>();

  private ClassRunner(PrintStream out) {
    this.out = out;
  }

  /** Runs the class and ends the process, whatever threads the tests have left behind. */
  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    String testClass = args[0];
    String probeClass = args[1];
    try (PrintStream out =
        new PrintStream(
            Files.newOutputStream(Path.of(args[2])),
            /* autoFlush= */ true,
            StandardCharsets.UTF_8)) {
      out.println(STARTED + "\t" + originOf(probeClass));
      StandIns.install(ClassRunner.class.getClassLoader());
      LauncherDiscoveryRequest request =
          LauncherDiscoveryRequestBuilder.request().selectors(selectClass(testClass)).build();
      // Ignore listeners that other builds put on the class path.
      LauncherConfig config =
          LauncherConfig.builder().enableTestExecutionListenerAutoRegistration(false).build();
      LauncherFactory.create(config).execute(request, new ClassRunner(out));
      out.println(ENDED);
    }
    // halt, not exit: exit would wait for hooks of clusters that a test left running.
    Runtime.getRuntime().halt(0);
  }

  /** Where a class is loaded from; it is not initialised, which would change what tests see. */
  private static String originOf(String className) {
    try {
      Class<?> probe = Class.forName(className, false, ClassRunner.class.getClassLoader());
      CodeSource source = probe.getProtectionDomain().getCodeSource();
      return source == null ? "(no code source)" : source.getLocation().getPath();
    } catch (ClassNotFoundException e) {
      return "(not on the class path)";
    }
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    startsNs.put(test.getUniqueId(), System.nanoTime());
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    write(test, Status.SKIPPED, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    Throwable thrown = result.getThrowable().orElse(null);
    String message = thrown == null ? "" : TestOutcome.firstLine(thrown.toString());
    switch (result.getStatus()) {
      case SUCCESSFUL -> {
        if (test.isTest()) {
          write(test, Status.PASSED, message);
        }
      }
      case ABORTED -> write(test, Status.SKIPPED, message);
      case FAILED -> {
        write(test, thrown instanceof AssertionError ? Status.FAILED : Status.ERROR, message);
        // The whole trace goes to the log of the class, beside what the test itself wrote.
        System.out.println("==== not passed: " + test.getUniqueId());
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
          System.out.println((cause == thrown ? "" : "caused by: ") + cause);
          for (StackTraceElement frame : cause.getStackTrace()) {
            System.out.println("    at " + frame);
          }
        }
      }
    }
  }

  private void write(TestIdentifier test, Status status, String message) {
    long now = System.nanoTime();
    long startNs = startsNs.getOrDefault(test.getUniqueId(), now);
    String name =
        test.isTest()
            ? test.getLegacyReportingName()
            : "(set-up or end of " + test.getDisplayName() + ")";
    long durationMs = TimeUnit.NANOSECONDS.toMillis(now - startNs);
    out.println(new TestOutcome(test.getUniqueId(), name, status, durationMs, message).toLine());
    out.flush();
  }
}
