package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.tieredhdfs.bench.rows.ScaledRun;

/**
 * The options of {@code bench terasort} beyond those of every benchmark.
 *
 * @param scaled those of every study
 * @param scale of the data
 */
public record TeraOptions(ScaledRun scaled, TeraScale scale) {
  private static final String PROFILE = "docs/examples/many-datanodes";
  private static final String YARN = "dev-support/benchmarks/target/yarn.classpath";

  /** Files with the study's settings of HDFS. */
  List<Path> profile() {
    return Stream.of("core-site.xml", "hdfs-site.xml")
        .map(scaled.home().resolve(PROFILE)::resolve)
        .toList();
  }

  /**
   * A class path with YARN and MapReduce behind HDFS. Each entry is there once: tasks get it in a
   * variable of their environment, which the kernel limits.
   */
  String withYarn(String hdfs) throws IOException {
    Set<String> entries = new LinkedHashSet<>(List.of(hdfs.split(":", -1)));
    entries.addAll(List.of(yarnClassPath().split(":", -1)));
    return String.join(":", entries);
  }

  private String yarnClassPath() throws IOException {
    Path file = scaled.home().resolve(YARN);
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is missing: build first, with 'mvn -DskipTests package'");
    }
    return Files.readString(file).strip();
  }
}
