package org.tieredhdfs.localcluster.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.linux.MountedFileSystems;
import org.tieredhdfs.linux.User;
import org.tieredhdfs.media.volume.MediaVolume;

/** Volumes in memory; needs root, to mount them. */
class RamVolumesTest {
  private static final long CAPACITY_BYTES = 64L << 20;
  private static final Path KERNEL_HAS_HUGE_PAGES =
      Path.of("/sys/kernel/mm/transparent_hugepage/shmem_enabled");

  @TempDir Path dir;

  private Path volume;

  @BeforeEach
  void mountVolume() throws IOException {
    assumeTrue(User.isRoot(), "needs root");
    volume = dir.resolve("ram");
    RamVolumes.mount(volume, CAPACITY_BYTES);
  }

  @AfterEach
  void unmountVolume() throws IOException {
    if (User.isRoot()) {
      MediaVolume.unmount(volume);
    }
  }

  @Test
  void asksForHugePagesWhereTheKernelHasThem() throws IOException {
    assumeTrue(Files.exists(KERNEL_HAS_HUGE_PAGES), "needs a kernel with huge pages for tmpfs");

    List<String> options = MountedFileSystems.read().at(volume).orElseThrow().options();

    assertTrue(options.contains("huge=within_size"), () -> "mounted with " + options);
  }

  @Test
  void thousandSmallFilesTakeASmallPageEach() throws IOException {
    FileStore store = Files.getFileStore(volume);
    long before = store.getUsableSpace();

    for (int i = 0; i < 1_000; i++) {
      Files.write(volume.resolve("small" + i), new byte[1_000]);
    }

    long taken = before - store.getUsableSpace();
    assertTrue(taken < 1_000 * 8_192L, () -> "1,000 files of 1,000 bytes take " + taken);
  }

  @Test
  void hasTheCapacityAskedFor() throws IOException {
    assertEquals(CAPACITY_BYTES, Files.getFileStore(volume).getTotalSpace());
  }
}
