package org.tieredhdfs.localcluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.spec.ClassArchive;
import org.tieredhdfs.localcluster.spec.ClassPaths;
import org.tieredhdfs.localcluster.spec.ClusterSpec;
import org.tieredhdfs.localcluster.spec.Daemon;
import org.tieredhdfs.localcluster.spec.Role;

class JavaCommandTest {
  @TempDir Path dir;

  /** Java refuses to start with two. */
  @Test
  void aRoleThatChoosesItsCollectorDoesNotGetOursAsWell() {
    ClusterSpec spec =
        ClusterSpec.builder(dir.resolve("c"), new ClassPaths("a.jar", "b.jar"))
            .javaOptions(Role.REGIONSERVER, List.of("-XX:+UseG1GC"))
            .build();
    assertThat(collectors(spec, Role.REGIONSERVER)).containsExactly("-XX:+UseG1GC");
    assertThat(collectors(spec, Role.DATANODE)).containsExactly("-XX:+UseSerialGC");
  }

  private static Daemon daemon(ClusterSpec spec, Role role) {
    return spec.daemons().stream().filter(one -> one.role() == role).findFirst().orElseThrow();
  }

  private static List<String> collectors(ClusterSpec spec, Role role) {
    return JavaCommand.ofDaemon(spec, daemon(spec, role)).stream()
        .filter(option -> option.startsWith("-XX:+Use") && option.endsWith("GC"))
        .toList();
  }

  /** Java takes no archive with a directory in front of its jars. */
  @Test
  void aDaemonWithAnArchiveOfItsClassesHasTheJarsFirst() {
    Path file = dir.resolve("classes.jsa");
    ClusterSpec spec =
        ClusterSpec.builder(dir.resolve("c"), new ClassPaths("a.jar", "b.jar"))
            .classArchive(Role.DATANODE, new ClassArchive(file, false))
            .build();
    assertThat(JavaCommand.ofDaemon(spec, daemon(spec, Role.DATANODE)))
        .contains("-XX:SharedArchiveFile=" + file);
    assertThat(JavaCommand.ofDaemon(spec, daemon(spec, Role.NAMENODE)))
        .noneMatch(option -> option.contains("Archive"));
    assertThat(classPath(spec, Role.DATANODE)).isEqualTo("a.jar:/own:/conf");
    assertThat(classPath(spec, Role.NAMENODE)).isEqualTo("/own:/conf:a.jar");
  }

  @Test
  void aStockDataNodeAmongOursHasStockJarsAndNoArchiveOfOurClasses() {
    ClusterSpec spec =
        ClusterSpec.builder(dir.resolve("c"), new ClassPaths("a.jar", "b.jar"))
            .classArchive(Role.DATANODE, new ClassArchive(dir.resolve("classes.jsa"), false))
            .stockDataNode(0)
            .build();
    assertThat(classPath(spec, Role.DATANODE)).isEqualTo("/own:/conf:b.jar");
    assertThat(classPath(spec, Role.NAMENODE)).isEqualTo("/own:/conf:a.jar");
  }

  private static String classPath(ClusterSpec spec, Role role) {
    Map<String, String> environment = new HashMap<>();
    JavaCommand.setEnvironment(
        environment, List.of(Path.of("/own"), Path.of("/conf")), spec, daemon(spec, role));
    return String.valueOf(environment.get("CLASSPATH"));
  }
}
