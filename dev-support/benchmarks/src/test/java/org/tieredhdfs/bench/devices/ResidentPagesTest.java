package org.tieredhdfs.bench.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResidentPagesTest {
  @TempDir Path folder;

  @Test
  void countsThePagesOfNamedFiles() throws IOException {
    Files.write(Files.createDirectories(folder.resolve("a/b")).resolve("block"), new byte[10_000]);
    // written just now, and not yet on a device that they could be read from again
    assertThat(ResidentPages.percent(folder, Set.of("block"))).isEqualTo(100);
  }

  @Test
  void aMissingFileIsAnError() {
    assertThatThrownBy(() -> ResidentPages.percent(folder, Set.of("block")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("block");
  }
}
