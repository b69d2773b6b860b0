package org.tieredhdfs.bench.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.devices.MemoryLimit.Place;

/** Where the group of a process is; that it limits memory only the kernel can show. */
class MemoryLimitTest {
  private static final Path ROOT = Path.of("/groups");

  @Test
  void inTheFirstVersionItIsBelowTheGroupOfTheProcess() throws IOException {
    Place place = Place.of(ROOT, List.of("8:pids:/other", "4:memory:/a/b", "0::/"), 7);
    assertThat(place.before()).isEqualTo(ROOT.resolve("memory/a/b"));
    assertThat(place.group()).isEqualTo(ROOT.resolve("memory/a/b/tiered-bench-7"));
    assertThat(place.limit()).isEqualTo(place.group().resolve("memory.limit_in_bytes"));
  }

  @Test
  void inTheSecondVersionItIsBelowTheRoot() throws IOException {
    Place place = Place.of(ROOT, List.of("0::/user.slice/x"), 7);
    assertThat(place.before()).isEqualTo(ROOT.resolve("user.slice/x"));
    assertThat(place.limit()).isEqualTo(ROOT.resolve("tiered-bench-7/memory.max"));
  }

  @Test
  void aKernelWithoutThemIsToldOf() {
    assertThatThrownBy(() -> Place.of(ROOT, List.of("8:pids:/"), 7))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no control groups of memory");
  }
}
