package org.tieredhdfs.upstream;

import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Writes a line for each test as it ends, so that a killed process leaves what it had done. */
final class OutcomeListener implements TestExecutionListener {
  private final PrintStream out;
  private final Map<String, Long> startsNs = new ConcurrentHashMap<>();

  OutcomeListener(PrintStream out) {
    this.out = out;
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
    String message = result.getThrowable().map(TestOutcome::describe).orElse("");
    switch (result.getStatus()) {
      case SUCCESSFUL -> {
        if (test.isTest()) {
          write(test, Status.PASSED, message);
        }
      }
      case ABORTED -> write(test, Status.SKIPPED, message);
      case FAILED -> {
        boolean assertion =
            result.getThrowable().filter(AssertionError.class::isInstance).isPresent();
        write(test, assertion ? Status.FAILED : Status.ERROR, message);
        result.getThrowable().ifPresent(thrown -> trace(test, thrown));
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

  /** The whole trace goes to the log of the class, beside what the test itself wrote. */
  private static void trace(TestIdentifier test, Throwable thrown) {
    StringBuilder text = new StringBuilder("==== not passed: " + test.getUniqueId() + "\n");
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      text.append(cause == thrown ? "" : "caused by: ").append(cause).append('\n');
      for (StackTraceElement frame : cause.getStackTrace()) {
        text.append("    at ").append(frame).append('\n');
      }
    }
    System.out.print(text);
  }
}
