package org.tieredhdfs.hdfs.datanode.volume.writeback;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.Backlog;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

class WritebackWatchTest {
  @TempDir private Path devices;

  private final VolumeRegistry registry = new VolumeRegistry(100, 100, 30_000, 60);
  private final WritebackWatch watch = new WritebackWatch(registry);
  private final VolumeState volume = registry.state(MockVolumes.volume("v1"));
  private final Backlog backlog = volume.traffic().backlog();

  /** As of a kernel of today, with discards and flushes behind the eleven fields of old. */
  private void count(String number, long writtenSectors) throws IOException {
    count(number, writtenSectors, 620, 5127, 3320);
  }

  private void count(String number, long writtenSectors, long readMs, long writeMs, long busyMs)
      throws IOException {
    Path device = Files.createDirectories(devices.resolve(number));
    Files.writeString(
        device.resolve("stat"),
        String.format(
            "     446    216  28880   %d  1503  620 %d %d   3 %d 5336 0 0 0 0%n",
            readMs, writtenSectors, writeMs, busyMs));
  }

  private void write(long bytes) {
    volume.traffic().ended(IoClass.WRITE, bytes, 0, volume.traffic().started());
  }

  @Test
  void settlesAVolumeWithWhatItsDeviceHasWritten() throws IOException {
    count("8:17", 1000);
    watch.add(volume, Objects.requireNonNull(BlockDevice.in(devices, "8:17")));
    watch.look(0);
    write(10_240);
    count("8:17", 1008);
    watch.look(250_000_000);
    assertThat(backlog.bytes()).isEqualTo(10_240 - 8 * 512);
  }

  @Test
  void aDeviceIsBusyWritingForThePartThatWritesHave() throws IOException {
    count("8:17", 1000, 500, 1000, 700);
    watch.add(volume, Objects.requireNonNull(BlockDevice.in(devices, "8:17")));
    watch.look(0);
    assertThat(volume.traffic().work(VolumeTraffic.DEVICE)).isZero();
    write(1);
    count("8:17", 1010, 600, 1300, 900);
    watch.look(250_000_000);
    assertThat(volume.traffic().work(VolumeTraffic.DEVICE)).isEqualTo(10 * 512);
    // 300 of 400 ms of waiting for 200 ms of work
    assertThat(volume.traffic().nanos(VolumeTraffic.DEVICE)).isEqualTo(150_000_000);
    count("8:17", 1010, 600, 1300, 900);
    watch.look(500_000_000);
    assertThat(volume.traffic().nanos(VolumeTraffic.DEVICE)).isEqualTo(150_000_000);
  }

  @Test
  void knowsNothingLeftWhenTheDeviceIsGone() throws IOException {
    count("8:17", 1000);
    watch.add(volume, Objects.requireNonNull(BlockDevice.in(devices, "8:17")));
    watch.look(0);
    write(10_240);
    Files.delete(devices.resolve("8:17/stat"));
    watch.look(250_000_000);
    assertThat(backlog.bytes()).isZero();
    write(10_240);
    watch.look(500_000_000);
    assertThat(backlog.bytes()).isZero();
  }

  /** As in a process that has no file descriptor left for a moment. */
  @Test
  void asksADeviceAgainAfterAnAnswerThatFailed() throws IOException {
    count("8:17", 1000);
    BlockDevice device = Objects.requireNonNull(BlockDevice.in(devices, "8:17"));
    watch.add(volume, device);
    watch.look(0);
    write(1);
    Files.delete(devices.resolve("8:17/stat"));
    watch.look(250_000_000);
    count("8:17", 5000);
    watch.look(500_000_000);
    assertThat(watch.ownDevice(volume)).isSameAs(device);
    write(10_240);
    count("8:17", 5008);
    watch.look(750_000_000);
    assertThat(backlog.bytes()).isEqualTo(10_240 - 8 * 512);
    assertThat(volume.traffic().work(VolumeTraffic.DEVICE)).isEqualTo(8 * 512);
  }

  @Test
  void theDeviceOfAnIdleVolumeIsNotAsked() throws IOException {
    count("8:17", 1000);
    watch.add(volume, Objects.requireNonNull(BlockDevice.in(devices, "8:17")));
    watch.look(0);
    count("8:17", 2000);
    watch.look(250_000_000);
    assertThat(volume.traffic().work(VolumeTraffic.DEVICE)).isZero();
    write(1);
    watch.look(500_000_000);
    assertThat(volume.traffic().work(VolumeTraffic.DEVICE)).isEqualTo(1000 * 512);
  }

  private BlockDevice.Counters counters(String number) throws IOException {
    return Objects.requireNonNull(BlockDevice.in(devices, number)).counters();
  }

  /** Elsewhere the numbers may be of requests that have only begun. */
  @Test
  void endsAreCountedByNumberWhereTheKernelHasQueues() throws IOException {
    count("253:0", 1000, 620, 5127, 3320);
    assertThat(counters("253:0").readsEnded()).isEqualTo(620);
    assertThat(counters("253:0").writesEnded()).isEqualTo(5127);

    count("sda/sda1", 1000, 620, 5127, 3320);
    Files.createDirectory(devices.resolve("sda/mq"));
    Files.createSymbolicLink(devices.resolve("8:1"), devices.resolve("sda/sda1"));
    assertThat(counters("8:1").readsEnded()).isEqualTo(446);
    assertThat(counters("8:1").writesEnded()).isEqualTo(1503);

    count("8:0", 1000, 620, 5127, 3320);
    Files.createDirectory(devices.resolve("8:0/mq"));
    assertThat(counters("8:0").writesEnded()).isEqualTo(1503);
  }

  @Test
  void leavesAVolumeAloneThatIsOnNoDevice() throws IOException {
    assertThat(BlockDevice.in(devices, "0:42")).isNull();
    Files.writeString(Files.createDirectories(devices.resolve("8:1")).resolve("stat"), "none\n");
    assertThat(BlockDevice.in(devices, "8:1")).isNull();
    assertThat(BlockDevice.of(devices.resolve("not there"))).isNull();
    watch.add(volume);
    watch.look(0);
    write(10_240);
    watch.look(250_000_000);
    assertThat(backlog.bytes()).isZero();
  }
}
