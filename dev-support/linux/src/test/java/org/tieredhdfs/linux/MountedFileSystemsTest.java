package org.tieredhdfs.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.linux.MountedFileSystems.Mount;

class MountedFileSystemsTest {
  private static final String TEXT =
      """
      27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
      40 27 7:3 / /c/volumes/dn0/DISK0 rw,noatime shared:7 master:2 - ext4 /dev/loop3 rw
      41 27 0:55 / /c/volumes rw - tmpfs tmpfs rw,size=1024k,mode=700
      42 27 0:56 / /with\\040space/and\\134slash rw - tmpfs tmp\\040fs rw
      43 27 0:57 / /c/volumes rw - tmpfs upper rw
      44 27 0:58 / /cc/other rw - tmpfs tmpfs rw
      not a mount at all
      """;

  private final MountedFileSystems table = MountedFileSystems.parse(TEXT);

  @Test
  void readsDeviceTypeSourceAndOptionsAlsoBehindOptionalTags() {
    assertThat(table.at(Path.of("/c/volumes/dn0/DISK0")))
        .hasValueSatisfying(
            mount -> {
              assertThat(mount.device()).isEqualTo("7:3");
              assertThat(mount.type()).isEqualTo("ext4");
              assertThat(mount.source()).isEqualTo("/dev/loop3");
              assertThat(mount.options()).containsExactly("rw");
            });
  }

  @Test
  void undoesTheKernelsEscapes() {
    assertThat(table.at(Path.of("/with space/and\\slash"))).map(Mount::source).contains("tmp fs");
  }

  @Test
  void takesTheTopmostOfTwoMountsAtOnePlace() {
    assertThat(table.at(Path.of("/c/volumes"))).map(Mount::source).contains("upper");
  }

  @Test
  void listsWhatIsBelowADirectoryDeepestFirstAndNothingOfANeighbour() {
    assertThat(table.under(Path.of("/c")))
        .extracting(mount -> mount.mountPoint().toString())
        .containsExactly("/c/volumes/dn0/DISK0", "/c/volumes", "/c/volumes");
  }

  @Test
  void leavesOutWhatIsNoMount() {
    assertThat(table.all()).hasSize(6);
  }
}
