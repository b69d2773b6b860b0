package org.tieredhdfs.hdfs.start;

import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A command that prints every patch point and whether it is active in a class path: its own, or one
 * that is given.
 *
 * <p>Exit codes: 0 all are active, 1 at least one is not, 2 wrong use.
 */
public final class PatchPointsCommand {
  private static final String USAGE =
      """
      Usage: patch-points [--classpath PATH]
        Lists the places in stock Hadoop that the overlay changes, and whether each one is active on
        the class path of this command or on PATH (jars and directories, as for java -cp; DIR/*
        means all jars of a directory).
        Exit code: 0 all active; 1 at least one is not; 2 invalid command line.
      """;

  private PatchPointsCommand() {}

  public static void main(String[] args) throws IOException {
    System.exit(run(args, System.out, System.err));
  }

  /**
   * Runs the command inside another program.
   *
   * @return the exit code
   */
  public static int run(String[] args, PrintStream out, PrintStream err) throws IOException {
    if (args.length == 1 && (args[0].equals("--help") || args[0].equals("-h"))) {
      out.print(USAGE);
      return 0;
    }
    if (args.length == 0) {
      return print(new OverlayInspector(PatchPointsCommand.class.getClassLoader()).states(), out);
    }
    if (args.length == 2 && args[0].equals("--classpath")) {
      return inspect(args[1], out, err);
    }
    err.println("patch-points: '" + String.join(" ", args) + "' is not allowed; see --help");
    err.print(USAGE);
    return 2;
  }

  private static int inspect(String classPath, PrintStream out, PrintStream err)
      throws IOException {
    List<URL> urls = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      List<File> files = files(entry);
      if (files.isEmpty()) {
        // java ignores them, too, and "hadoop classpath" prints some
        err.println("patch-points: ignored, does not exist: " + entry);
      }
      for (File file : files) {
        urls.add(file.toURI().toURL());
      }
    }
    try (URLClassLoader loader = new OtherClassPath(urls)) {
      return print(new OverlayInspector(loader).states(), out);
    }
  }

  /** Another class path, whose marks are read with this project's classes. */
  private static final class OtherClassPath extends URLClassLoader {
    private static final String SHARED = PatchPointsCommand.class.getPackageName() + ".";

    OtherClassPath(List<URL> urls) {
      super(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      return name.startsWith(SHARED) ? Class.forName(name) : super.loadClass(name, resolve);
    }
  }

  private static List<File> files(String entry) {
    if (entry.endsWith("/*")) {
      File folder = new File(entry.substring(0, entry.length() - 2));
      File[] jars = folder.listFiles((dir, name) -> name.endsWith(".jar"));
      return jars == null ? List.of() : Arrays.stream(jars).sorted().toList();
    }
    File file = new File(entry);
    return file.exists() ? List.of(file) : List.of();
  }

  private static int print(List<OverlayInspector.State> states, PrintStream out) {
    int failures = 0;
    for (OverlayInspector.State state : states) {
      PatchPoint point = state.point();
      String word = state.inForce() ? "active" : "INACTIVE";
      out.printf("%-9s %-33s %s.%s%n", word, point.name(), point.className(), point.member());
      out.printf("          it %s (from %s)%n", point.purpose(), state.location());
      if (!state.inForce()) {
        failures++;
        out.printf("          because %s%n", state.fault());
      }
    }
    out.printf("%d of %d patch points are active%n", states.size() - failures, states.size());
    return failures == 0 ? 0 : 1;
  }
}
