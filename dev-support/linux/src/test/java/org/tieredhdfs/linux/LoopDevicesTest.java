package org.tieredhdfs.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.linux.LoopDevices.Loop;

class LoopDevicesTest {
  @TempDir Path sysBlock;

  @Test
  void listsAttachedDevicesWithTheirFilesAlsoDeletedOnes() throws IOException {
    attached("loop0", "7:0", "/c/images/dn0/DISK0.img");
    attached("loop12", "7:12", "/c/images/dn0/SSD0.img (deleted)");
    Files.createDirectories(sysBlock.resolve("loop1"));
    Files.createDirectories(sysBlock.resolve("vda"));
    assertThat(new LoopDevices(sysBlock).list())
        .containsExactly(
            new Loop(Path.of("/dev/loop0"), "7:0", Path.of("/c/images/dn0/DISK0.img")),
            new Loop(Path.of("/dev/loop12"), "7:12", Path.of("/c/images/dn0/SSD0.img")));
  }

  @Test
  void tellsADirectoryFromOneWhoseNameBeginsTheSame() throws IOException {
    attached("loop0", "7:0", "/c/x.img");
    attached("loop1", "7:1", "/cc/x.img");
    assertThat(new LoopDevices(sysBlock).backedBelow(Path.of("/c")))
        .extracting(Loop::device)
        .containsExactly("7:0");
  }

  /** Two sides of a comparison may have got loop devices of different pasts. */
  @Test
  void readsAheadAsOnADiskWhateverTheDeviceWasBefore() throws IOException {
    Path setting = sysBlock.resolve("loop3/queue/read_ahead_kb");
    Files.createDirectories(setting.resolveSibling("."));
    Files.writeString(setting, "2560");
    new LoopDevices(sysBlock).setReadAhead(Path.of("/dev/loop3"));
    assertThat(setting).hasContent("128");
  }

  private void attached(String name, String device, String file) throws IOException {
    Path dir = sysBlock.resolve(name);
    Files.createDirectories(dir.resolve("loop"));
    Files.writeString(dir.resolve("dev"), device + "\n");
    Files.writeString(dir.resolve("loop/backing_file"), file + "\n");
  }
}
