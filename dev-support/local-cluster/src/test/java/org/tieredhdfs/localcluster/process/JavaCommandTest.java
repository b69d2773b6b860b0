package org.tieredhdfs.localcluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
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

  private static List<String> collectors(ClusterSpec spec, Role role) {
    Daemon daemon = spec.daemons().stream().filter(one -> one.role() == role).findFirst().get();
    return JavaCommand.ofDaemon(spec, daemon).stream()
        .filter(option -> option.startsWith("-XX:+Use") && option.endsWith("GC"))
        .toList();
  }
}
