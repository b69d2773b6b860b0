package org.tieredhdfs.localcluster.spec;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The class paths that this very build worked out. */
class ClassPathsTest {
  private static final Path HOME = Path.of("../..").toAbsolutePath().normalize();

  @Test
  void putOurJarsInFrontOfStockHadoopTheOverlayFirst() throws IOException {
    List<String> entries = entries(ClassPaths.built(HOME).tiered());
    assertThat(entries.get(0)).contains("hadoop-hdfs-tiered").contains("overlay");
    assertThat(entries.get(1)).contains("hadoop-hdfs-tiered").contains("core");
    assertThat(entries.get(2)).contains("hadoop-hdfs-tiered").contains("datanode");
  }

  @Test
  void haveNothingOfOursForStockAndOtherwiseTheSame() throws IOException {
    ClassPaths built = ClassPaths.built(HOME);
    assertThat(entries(built.stock())).noneMatch(entry -> entry.startsWith(HOME.toString()));
    List<String> tiered = entries(built.tiered());
    long ours = tiered.stream().filter(entry -> entry.startsWith(HOME.toString())).count();
    // all of ours stand in front
    assertThat(entries(built.stock())).isEqualTo(tiered.subList((int) ours, tiered.size()));
  }

  @Test
  void bringOneLoggingBackendAndNoneOfTheToolsOwnLibraries() throws IOException {
    assertThat(entries(ClassPaths.built(HOME).tiered()))
        .noneMatch(entry -> entry.contains("picocli") || entry.contains("progressbar"))
        .noneMatch(entry -> entry.contains("xchart") || entry.contains("ycsb"))
        .noneMatch(entry -> entry.contains("jline"))
        .noneMatch(entry -> entry.contains("reload4j") || entry.contains("logback"))
        .filteredOn(entry -> entry.contains("slf4j-impl") || entry.contains("slf4j-simple"))
        .hasSize(1);
  }

  private static List<String> entries(String classPath) {
    assertThat(List.of(classPath.split(":", -1))).allMatch(entry -> Files.exists(Path.of(entry)));
    return List.of(classPath.split(":", -1));
  }
}
