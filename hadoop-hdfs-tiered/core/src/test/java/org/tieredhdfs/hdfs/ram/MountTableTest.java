package org.tieredhdfs.hdfs.ram;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MountTableTest {
  private static final String LINES =
      """
      22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw,errors=remount-ro
      30 22 0:40 / /mnt/ram rw,noatime shared:2 master:7 - tmpfs tmpfs rw,size=1024k
      31 22 0:41 / /mnt/old\\040ram rw - ramfs none rw
      32 22 259:0 / /mnt/pmem rw,relatime - xfs /dev/pmem0 rw,attr2,dax=always
      33 22 259:1 / /mnt/pmem1 rw,relatime - ext4 /dev/pmem1 rw,dax=inode
      34 22 0:50 / /mnt/hidden rw - tmpfs tmpfs rw
      35 34 8:2 / /mnt/hidden rw - ext4 /dev/sdb1 rw
      broken line
      """;

  @TempDir Path folder;

  private MountTable table() throws IOException {
    return MountTable.read(Files.writeString(folder.resolve("mountinfo"), LINES));
  }

  private MountTable.Mount of(String path, String device) throws IOException {
    return table().of(Path.of(path), device).orElseThrow();
  }

  @Test
  void theLongestMountPointAboveAPathCounts() throws IOException {
    assertThat(of("/mnt/ram/data", "0:40").type()).isEqualTo("tmpfs");
    assertThat(of("/mnt/ramdisk", "8:1").type()).isEqualTo("ext4");
    assertThat(of("/mnt/old ram/x", "0:41").type()).isEqualTo("ramfs");
  }

  @Test
  void ofMountsOnTopOfEachOtherTheDeviceDecidesOrElseTheLast() throws IOException {
    assertThat(of("/mnt/hidden/x", "8:2").type()).isEqualTo("ext4");
    assertThat(of("/mnt/hidden/x", "0:50").type()).isEqualTo("tmpfs");
    assertThat(of("/mnt/hidden/x", "9:9").type()).isEqualTo("ext4");
  }

  @Test
  void memoryIsTmpfsRamfsAndWhatIsMountedWithDax() throws IOException {
    assertThat(of("/mnt/ram", "0:40").isMemory()).isTrue();
    assertThat(of("/mnt/old ram", "0:41").isMemory()).isTrue();
    assertThat(of("/mnt/pmem", "259:0").isMemory()).isTrue();
    assertThat(of("/mnt/pmem1", "259:1").isMemory()).isFalse();
    assertThat(of("/", "8:1").isMemory()).isFalse();
  }
}
