package org.tieredhdfs.media.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tieredhdfs.linux.LoopDevices;
import org.tieredhdfs.linux.MountedFileSystems;
import org.tieredhdfs.linux.User;

/** What is left of emulated media when their process is ended. */
@Timeout(300)
class MediaFolderExitTest {
  /** Not the folder of the build: the path of a socket has no room for where that may lie. */
  private static final Path TMP = Path.of("/tmp");

  @BeforeAll
  static void needsRoot() {
    assumeTrue(
        User.isRoot()
            && Files.isWritable(Path.of("/dev/fuse"))
            && Files.isWritable(Path.of("/dev/loop-control")),
        "a device of its own needs root, /dev/fuse and /dev/loop-control");
  }

  @Test
  void processThatIsToldToEndLeavesNoMountNoDeviceAndNoFolder() throws Exception {
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                MediaHolder.class.getName(),
                TMP.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var said = holder.inputReader(StandardCharsets.UTF_8)) {
      Path folder = Path.of(said.readLine());
      assertThat(new LoopDevices().backedBelow(folder)).hasSize(1);

      holder.destroy();

      assertThat(holder.waitFor(120, TimeUnit.SECONDS)).isTrue();
      assertThat(folder).doesNotExist();
      assertThat(MountedFileSystems.read().under(folder)).isEmpty();
      assertThat(new LoopDevices().backedBelow(folder)).isEmpty();
    } finally {
      holder.destroyForcibly();
    }
  }
}
