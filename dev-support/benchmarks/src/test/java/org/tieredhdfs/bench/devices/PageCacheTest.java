package org.tieredhdfs.bench.devices;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageCacheTest {
  @TempDir Path folder;

  @Test
  void filesKeepTheirContent() throws IOException {
    Path file = Files.createDirectories(folder.resolve("a folder")).resolve("blk_1");
    Files.writeString(file, "content");
    PageCache.drop(folder);
    assertThat(file).hasContent("content");
  }
}
