package org.tieredhdfs.localcluster.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.localcluster.spec.ClusterDirs;

class LogFilesTest {
  @TempDir Path tmp;
  private ClusterDirs dirs = new ClusterDirs(Path.of("/unset"));

  @BeforeEach
  void makeLogDirectory() throws IOException {
    dirs = ClusterDirs.of(tmp.resolve("c"));
    Files.createDirectories(dirs.logs());
  }

  @Test
  void showsTheEndsOfBothFilesWithTheirNames() throws IOException {
    Files.writeString(dirs.log("dn0"), lines(1000));
    Files.writeString(dirs.out("dn0"), "OutOfMemoryError\n");
    assertThat(LogFiles.tails(dirs, "dn0"))
        .contains(dirs.log("dn0").toString(), "line 1000", "line 976", "OutOfMemoryError")
        .doesNotContain("line 975\n");
  }

  @Test
  void saysNothingOfFilesThatAreMissingOrEmpty() throws IOException {
    Files.writeString(dirs.out("dn0"), "");
    assertThat(LogFiles.tails(dirs, "dn0")).isEmpty();
  }

  @Test
  void tellsALostPortFromOtherFailures() throws IOException {
    Files.writeString(dirs.log("a"), "java.net.BindException: Address already in use\n");
    Files.writeString(dirs.log("b"), "java.net.BindException: Port in use: 127.0.0.1:1\n");
    Files.writeString(dirs.log("c"), "java.net.BindException: Permission denied\n");
    assertThat(LogFiles.hasLostPort(dirs, "a")).isTrue();
    assertThat(LogFiles.hasLostPort(dirs, "b")).isTrue();
    assertThat(LogFiles.hasLostPort(dirs, "c")).isFalse();
    assertThat(LogFiles.hasLostPort(dirs, "none")).isFalse();
  }

  private static String lines(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> "line " + i)
        .collect(Collectors.joining("\n"));
  }
}
