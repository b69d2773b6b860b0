package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.tieredhdfs.bench.terasort.job.TeraClient;

/**
 * The options of {@code bench terasort} beyond those of every benchmark.
 *
 * @param home the root of the repository, where the profile is
 * @param scale of the data
 * @param mediaFactor by which all devices are slower than their models
 * @param resume whether to go on with what an earlier run has measured
 */
public record TeraOptions(Path home, TeraScale scale, double mediaFactor, boolean resume) {
  private static final String PROFILE = "docs/examples/many-datanodes";
  private static final String YARN = "dev-support/benchmarks/target/yarn.classpath";

  /** By what rows can be compared. */
  String scaleText() {
    return scale.text() + String.format(Locale.ROOT, ", media %.1f times slower", mediaFactor);
  }

  /** Files with the study's settings of HDFS. */
  List<Path> profile() {
    return Stream.of("core-site.xml", "hdfs-site.xml").map(home.resolve(PROFILE)::resolve).toList();
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
    Path file = home.resolve(YARN);
    if (!Files.isRegularFile(file)) {
      throw new IOException(file + " is missing: build first, with 'mvn -DskipTests package'");
    }
    return Files.readString(file).strip();
  }

  /** Where the classes of this benchmark lie that processes of Hadoop run. */
  String programs() {
    var source = TeraClient.class.getProtectionDomain().getCodeSource();
    return Path.of(URI.create(source.getLocation().toString())).toString();
  }
}
