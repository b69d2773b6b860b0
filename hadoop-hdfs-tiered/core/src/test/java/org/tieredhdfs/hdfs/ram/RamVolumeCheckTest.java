package org.tieredhdfs.hdfs.ram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RamVolumeCheckTest {
  @TempDir Path folder;
  private final Configuration conf = new Configuration(false);

  /** A machine whose root file system is of one type, and no other is mounted. */
  private List<String> faultsOn(String fileSystem, String... volumes) throws IOException {
    Path mounts =
        Files.writeString(
            folder.resolve("mountinfo"), "1 0 0:0 / / rw - " + fileSystem + " none rw\n");
    return RamVolumeCheck.faults(conf, List.of(volumes), mounts);
  }

  @Test
  void aRamVolumeOnADiskIsRefusedInOneSentenceThatNamesAllThatMatters() throws IOException {
    String volume = "[RAMDISK]" + folder.resolve("not/there/yet");

    assertThat(faultsOn("ext4", volume))
        .containsExactly(
            "dfs.datanode.data.dir: '"
                + volume
                + "' is not allowed; RAMDISK is a RAM type, but the volume is on ext4 (mounted on"
                + " /), not on tmpfs, ramfs or a mount with DAX (is the RAM disk mounted?"
                + " dfs.tiered.volume.ram.check=false allows it)");
  }

  @Test
  void everyRamVolumeIsLookedAtAndNoOther() throws IOException {
    conf.set("dfs.tiered.storage.types", "PMEM,NVME");
    conf.set("dfs.tiered.storage.type.PMEM.number", "70");
    conf.set("dfs.tiered.storage.type.PMEM.ram", "true");
    conf.set("dfs.tiered.storage.type.NVME.number", "71");

    assertThat(
            faultsOn(
                "xfs",
                "[RamDisk]file://" + folder,
                "[PMEM]" + folder,
                "[NVME]" + folder,
                "[DISK]" + folder,
                "[RAM_DISK]" + folder,
                folder.toString()))
        .hasSize(2)
        .anyMatch(fault -> fault.contains("PMEM is a RAM type"))
        .anyMatch(fault -> fault.contains("RAMDISK is a RAM type"));
  }

  @Test
  void whatLiesInMemoryIsLetIn() throws IOException {
    assertThat(faultsOn("tmpfs", "[RAMDISK]" + folder)).isEmpty();
    assertThat(faultsOn("ramfs", "[RAMDISK]" + folder)).isEmpty();
  }

  @Test
  void aKeyAllowsIt() throws IOException {
    conf.setBoolean("dfs.tiered.volume.ram.check", false);

    assertThat(faultsOn("ext4", "[RAMDISK]" + folder)).isEmpty();
  }

  @Test
  void aMachineThatDoesNotTellItsMountsIsAFault() {
    assertThat(
            RamVolumeCheck.faults(
                conf, List.of("[RAMDISK]" + folder), folder.resolve("no-mountinfo")))
        .singleElement()
        .asString()
        .contains("is on an unknown file system");
  }

  @Test
  void volumesOfARunningDataNodeAreRefusedTheSameWay() throws IOException {
    // what runs the tests lies on a disk; shared memory does not
    String here = "[RAMDISK]" + Path.of("target").toAbsolutePath();
    assertThatThrownBy(() -> RamVolumeCheck.require(conf, "[DISK]/data0," + here))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(here)
        .hasMessageContaining("dfs.tiered.volume.ram.check");

    RamVolumeCheck.require(conf, "[DISK]/data0,[RAMDISK]/dev/shm");
  }
}
