package org.tieredhdfs.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.report.Side;

/** Makes plans of experiments. */
public final class Plans {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();
  private static final List<Side> BOTH = List.of(Side.STOCK, Side.OURS);

  private Plans() {}

  /** Of both sides, once for a minute, with jars that there are not. */
  public static BenchPlan plan(String... cases) {
    return plan(BOTH, 1, 60, cases);
  }

  /** The same of other sides, or more often, or for another time. */
  public static BenchPlan plan(List<Side> sides, int repeats, int seconds, String... cases) {
    Path folder = Path.of("/tmp/bench");
    return new BenchPlan(
        sides,
        repeats,
        seconds,
        List.of(cases),
        folder.resolve("cluster"),
        folder.resolve("out"),
        new ClassPaths("/ours.jar:/stock.jar", "/stock.jar"),
        Map.of("dfs.some.key", "of the user"),
        0,
        15,
        HOME,
        false);
  }

  /** Of both sides, with its report in a folder. */
  public static BenchPlan reportedIn(Path out, int repeats, boolean resume) {
    ClassPaths none = new ClassPaths("", "");
    return new BenchPlan(BOTH, repeats, 1, List.of(), out, out, none, Map.of(), 0, 15, out, resume);
  }

  /** Once, on real daemons below a folder, with media that are so many times slower. */
  public static BenchPlan real(
      Path folder, List<Side> sides, int seconds, double mediaFactor, String... cases)
      throws IOException {
    return new BenchPlan(
        sides,
        1,
        seconds,
        List.of(cases),
        folder.resolve("c"),
        folder.resolve("out"),
        ClassPaths.built(HOME),
        Map.of(),
        0,
        mediaFactor,
        HOME,
        false);
  }
}
