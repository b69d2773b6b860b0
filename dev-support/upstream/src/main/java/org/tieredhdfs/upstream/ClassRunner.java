package org.tieredhdfs.upstream;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The process in which one test class runs: {@code ClassRunner <test class> <probe class> <file>}.
 *
 * <p>The file begins with {@link #STARTED} and the place that the probe class was loaded from, so
 * that the caller sees whose classes were tested, and ends with {@link #ENDED}.
 */
public final class ClassRunner {
  static final String STARTED = "#started";
  static final String ENDED = "#ended";

  private ClassRunner() {}

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
      LauncherFactory.create(config).execute(request, new OutcomeListener(out));
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
}
