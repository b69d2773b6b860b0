package org.tieredhdfs.localcluster.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterDirsTest {
  @TempDir Path tmp;

  @Test
  void namesOneDirectoryOneWayHoweverItIsReached() throws IOException {
    Path real = Files.createDirectories(tmp.toRealPath().resolve("real"));
    Path link = Files.createSymbolicLink(tmp.resolve("link"), real);
    assertThat(ClusterDirs.of(link.resolve("a/../not/there/yet")))
        .isEqualTo(ClusterDirs.of(real.resolve("not/there/yet")));
  }

  @Test
  void makesRelativePathsAbsolute() {
    assertThat(ClusterDirs.of(Path.of("x/y")).dir()).isAbsolute();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/top", "/tmp/with space/c", "/tmp/a,b", "/tmp/a:b", "/tmp/[x]"})
  void refusesPathsThatHadoopsConfigurationCannotHold(String path) {
    assertThatThrownBy(() -> ClusterDirs.of(Path.of(path)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--dir: '" + path + "'");
  }

  @Test
  void hasANameInSharedMemoryThatNoOtherDirectoryHas() {
    assertThat(new ClusterDirs(Path.of("/a/b")).sharedMemory())
        .isEqualTo(new ClusterDirs(Path.of("/a/b")).sharedMemory())
        .isNotEqualTo(new ClusterDirs(Path.of("/a/c")).sharedMemory())
        .matches(path -> path.startsWith("/dev/shm"));
  }

  @Test
  void isAClusterOnlyOnceItSaysSo() throws IOException {
    ClusterDirs dirs = ClusterDirs.of(tmp.resolve("c"));
    assertThat(dirs.isCluster()).isFalse();
    dirs.mark();
    assertThat(dirs.isCluster()).isTrue();
    assertThat(dirs.removable()).allMatch(path -> path.startsWith(dirs.dir()));
    assertThat(dirs.removable()).doesNotContain(dirs.dir(), dirs.logs());
  }
}
