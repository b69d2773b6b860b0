package org.tieredhdfs.media.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tieredhdfs.linux.User;
import org.tieredhdfs.linux.VolumeFileSystem;
import org.tieredhdfs.media.device.ByteRange;
import org.tieredhdfs.media.device.Hang;
import org.tieredhdfs.media.device.MediaDevice;
import org.tieredhdfs.media.device.Overhead;
import org.tieredhdfs.media.model.MediumModel;
import org.tieredhdfs.media.server.DeviceSpec;
import org.tieredhdfs.media.server.MediaControl;

/** All models and all faults once, with the kernel's file system over them. */
@Timeout(300)
class MediaFaultsTest {
  /** Not the folder of the build: the path of a socket has no room for where that may lie. */
  private static final Path TMP = Path.of("/tmp");

  private static final long SIZE = 64L << 20;
  private static final int BLOCK = 4096;

  private final ExecutorService users = Executors.newCachedThreadPool();
  private MediaFolder folder;
  private MediaControl control;

  @BeforeEach
  void open() throws IOException, InterruptedException {
    assumeTrue(
        User.isRoot()
            && Files.isWritable(Path.of("/dev/fuse"))
            && Files.isWritable(Path.of("/dev/loop-control")),
        "a device of its own needs root, /dev/fuse and /dev/loop-control");
    folder = MediaFolder.open(TMP);
    control = folder.server().control();
  }

  @AfterEach
  void close() throws IOException, InterruptedException {
    if (folder != null) {
      folder.close();
      assertThat(folder.dir()).doesNotExist();
    }
    users.shutdownNow();
  }

  private MediaVolume mount(MediumModel model) throws IOException {
    String name = model.label();
    Path image = folder.dir().resolve(name + ".data");
    VolumeFileSystem.EXT4.format(image, SIZE);
    return MediaVolume.mount(
        control,
        new DeviceSpec(
            name,
            model,
            new MediaDevice.Timing(1, Overhead.NONE, 16 << 20),
            "sata",
            1_536_000_000,
            1,
            Files.createDirectory(folder.dir().resolve(name + ".fuse")),
            image),
        folder.dir().resolve(name));
  }

  private String state(String name) throws IOException {
    return control.status().stream()
        .filter(device -> device.name().equals(name))
        .findAny()
        .orElseThrow()
        .state();
  }

  private static void write(Path file, int value) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      byte[] block = new byte[BLOCK];
      block[BLOCK - 1] = (byte) value;
      channel.write(ByteBuffer.wrap(block), 0);
      channel.force(true);
    }
  }

  /** Reads a byte from the device, past the page cache. */
  private static int read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, ExtendedOpenOption.DIRECT)) {
      ByteBuffer block = ByteBuffer.allocateDirect(2 * BLOCK).alignedSlice(BLOCK).limit(BLOCK);
      channel.read(block, 0);
      return block.get(BLOCK - 1);
    }
  }

  @ParameterizedTest
  @EnumSource(MediumModel.class)
  void fileSystemOnEachModelHoldsWhatWasWritten(MediumModel model) throws Exception {
    try (MediaVolume volume = mount(model)) {
      Path file = volume.path().resolve("file");
      write(file, 7);
      assertThat(read(file)).isEqualTo(7);
      assertThat(state(model.label())).isEqualTo("sound");
    }
    assertThat(control.status()).isEmpty();
  }

  @Test
  void readsHangWhileWritesGoOnUntilItIsHealed() throws Exception {
    try (MediaVolume volume = mount(MediumModel.SSD)) {
      Path file = volume.path().resolve("file");
      Path other = volume.path().resolve("other");
      write(file, 1);
      write(other, 1);
      control.hang("ssd", Hang.READS);
      Future<Integer> reading = users.submit(() -> read(file));
      // Into a block that the file has: another would be looked for by a read.
      write(other, 2);
      assertThat(reading.isDone()).isFalse();
      assertThat(state("ssd")).isEqualTo("reads hang");
      control.heal("ssd");
      assertThat(reading.get(60, TimeUnit.SECONDS)).isEqualTo(1);
    }
  }

  @Test
  void writesHangWhileReadsGoOnUntilItIsHealed() throws Exception {
    try (MediaVolume volume = mount(MediumModel.SSD)) {
      Path file = volume.path().resolve("file");
      write(file, 1);
      control.hang("ssd", Hang.WRITES);
      Future<?> writing = users.submit(() -> rewrite(file));
      assertThat(read(file)).isEqualTo(1);
      assertThat(writing.isDone()).isFalse();
      control.heal("ssd");
      writing.get(60, TimeUnit.SECONDS);
    }
  }

  private static Void rewrite(Path file) throws IOException {
    write(file.resolveSibling("other"), 3);
    return null;
  }

  @Test
  void serverThatIsEndedWhileItsDeviceHangsLeavesNothing() throws Exception {
    MediaVolume volume = mount(MediumModel.RAM);
    Path file = volume.path().resolve("file");
    write(file, 1);
    control.hang("ram", Hang.ALL);
    Future<Integer> reading = users.submit(() -> read(file));
    folder.close();
    assertThatThrownBy(() -> reading.get(60, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class);
  }

  @Test
  void badRangeFailsAndWrongBitIsRead() throws Exception {
    try (MediaVolume volume = mount(MediumModel.NVME)) {
      Path file = volume.path().resolve("file");
      write(file, 4);
      control.errors("nvme", new ByteRange(0, SIZE));
      assertThatThrownBy(() -> read(file)).isInstanceOf(IOException.class);
      control.heal("nvme");
      assertThat(read(file)).isEqualTo(4);
      control.flips("nvme", new ByteRange(0, SIZE));
      try (FileChannel channel = FileChannel.open(file, ExtendedOpenOption.DIRECT)) {
        ByteBuffer block = ByteBuffer.allocateDirect(2 * BLOCK).alignedSlice(BLOCK).limit(BLOCK);
        channel.read(block, 0);
        assertThat(block.get(0)).isEqualTo((byte) 1);
      }
      control.heal("nvme");
    }
  }

  @Test
  void slowAndStutteringDeviceAnswersAndSaysSo() throws Exception {
    try (MediaVolume volume = mount(MediumModel.HDD)) {
      control.slow("hdd", 3);
      control.stutter("hdd", Duration.ofMillis(20), Duration.ofMillis(100));
      write(volume.path().resolve("file"), 5);
      assertThat(state("hdd")).isEqualTo("3.000 times as slow, stops for 20 ms every 100 ms");
      control.heal("hdd");
      assertThat(state("hdd")).isEqualTo("sound");
    }
  }

  @Test
  void whatIsNotUnderstoodIsRefusedWithASentence() throws Exception {
    assertThatThrownBy(() -> control.heal("dn7/DISK0"))
        .hasMessageContaining("no device is named dn7/DISK0");
    try (MediaVolume volume = mount(MediumModel.NONE)) {
      assertThatThrownBy(() -> control.slow("none", -1)).hasMessageContaining("not above 0");
      assertThatThrownBy(() -> control.restorePower("none", 1)).hasMessageContaining("has power");
      write(volume.path().resolve("file"), 6);
    }
  }
}
