package org.tieredhdfs.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written to and read from the control files; that the kernel heeds them, others show. */
class ThrottleTest {
  @TempDir Path root;

  @Nested
  class VersionOne {
    private Throttle throttle;

    @BeforeEach
    void makeControlFiles() throws IOException {
      for (String name : new String[] {"read_bps", "write_bps", "read_iops", "write_iops"}) {
        Files.writeString(root.resolve("blkio.throttle." + name + "_device"), "");
      }
      throttle = new BlkioThrottle(root);
    }

    @Test
    void limitsReadsAndWritesAlike() throws IOException {
      throttle.set("7:3", new DeviceLimits(5 << 20, 40));
      assertThat(root.resolve("blkio.throttle.read_bps_device")).hasContent("7:3 5242880");
      assertThat(root.resolve("blkio.throttle.write_bps_device")).hasContent("7:3 5242880");
      assertThat(root.resolve("blkio.throttle.read_iops_device")).hasContent("7:3 40");
      assertThat(root.resolve("blkio.throttle.write_iops_device")).hasContent("7:3 40");
    }

    @Test
    void readsTheLimitsOfOneDeviceAmongOthers() throws IOException {
      Files.writeString(root.resolve("blkio.throttle.read_bps_device"), "7:30 99\n7:3 1048576\n");
      Files.writeString(root.resolve("blkio.throttle.read_iops_device"), "7:30 9\n");
      assertThat(throttle.get("7:3")).isEqualTo(new DeviceLimits(1 << 20, 0));
      assertThat(throttle.get("7:1")).isEqualTo(DeviceLimits.NONE);
    }
  }

  @Nested
  class VersionTwo {
    private Throttle throttle;

    @BeforeEach
    void makeThrottle() {
      throttle = new IoMaxThrottle(root, "cluster");
    }

    @Test
    void makesAGroupThatHasTheControllersItNeeds() throws IOException {
      throttle.set("7:3", new DeviceLimits(5 << 20, 40));
      assertThat(root.resolve("cgroup.subtree_control")).hasContent("+io +memory");
      assertThat(root.resolve("cluster/io.max"))
          .hasContent("7:3 rbps=5242880 wbps=5242880 riops=40 wiops=40");
    }

    @Test
    void writesNoLimitAsMax() throws IOException {
      throttle.set("7:3", new DeviceLimits(0, 40));
      throttle.set("7:3", DeviceLimits.NONE);
      assertThat(root.resolve("cluster/io.max"))
          .hasContent("7:3 rbps=max wbps=max riops=max wiops=max");
    }

    @Test
    void readsTheLimitsOfOneDeviceAmongOthers() throws IOException {
      Files.createDirectories(root.resolve("cluster"));
      Files.writeString(
          root.resolve("cluster/io.max"),
          "7:30 rbps=1 wbps=1 riops=1 wiops=1\n7:3 rbps=1048576 wbps=1048576 riops=max wiops=max\n");
      assertThat(throttle.get("7:3")).isEqualTo(new DeviceLimits(1 << 20, 0));
    }

    @Test
    void liftsLimitsWithoutMakingAGroupForIt() throws IOException {
      throttle.set("7:3", DeviceLimits.NONE);
      assertThat(throttle.get("7:3")).isEqualTo(DeviceLimits.NONE);
      assertThat(root).isEmptyDirectory();
    }

    @Test
    void putsProcessesIntoTheGroupAndRemovesItMoreThanOnce() throws IOException {
      throttle.admit(4711);
      assertThat(root.resolve("cluster/cgroup.procs")).hasContent("4711");
      // A real group is a directory that can be removed although it shows files.
      Files.delete(root.resolve("cluster/cgroup.procs"));
      assertThat(throttle.isPresent()).isTrue();
      throttle.remove();
      assertThat(throttle.isPresent()).isFalse();
      throttle.remove();
      assertThat(root.resolve("cluster")).doesNotExist();
    }
  }
}
