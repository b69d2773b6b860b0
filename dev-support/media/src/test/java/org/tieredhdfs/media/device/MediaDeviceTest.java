package org.tieredhdfs.media.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.media.model.Controller;
import org.tieredhdfs.media.model.MediumModel;

class MediaDeviceTest {
  private static final int EIO = 5;

  @TempDir private Path dir;
  private MediaDevice device;

  @BeforeEach
  void open() throws IOException {
    Path file = dir.resolve("data");
    try (RandomAccessFile made = new RandomAccessFile(file.toFile(), "rw")) {
      made.setLength(16 << 20);
    }
    device =
        new MediaDevice(
            "test",
            MediumModel.NONE.newMedium(16 << 20, Controller.unlimited(), 1),
            file,
            new MediaDevice.Timing(1, Overhead.NONE, 1 << 20),
            Thread::new);
  }

  @AfterEach
  void close() throws IOException, InterruptedException {
    device.close();
  }

  private RecordedIo submit(RecordedIo io) {
    device.submit(io);
    return io;
  }

  private static byte[] bytes(int value, int length) {
    byte[] bytes = new byte[length];
    Arrays.fill(bytes, (byte) value);
    return bytes;
  }

  @Test
  void whatWasWrittenIsRead() {
    assertThat(submit(RecordedIo.write(4096, bytes(7, 8192))).errno()).isZero();
    assertThat(submit(RecordedIo.flush()).errno()).isZero();
    RecordedIo read = submit(RecordedIo.read(8192, 8192));
    assertThat(read.errno()).isZero();
    assertThat(read.bytes()).startsWith(7).endsWith(0);
  }

  @Test
  void whatHangsGoesOnWhenItIsHealedAndTheRestIsNotHeldUp() {
    device.setFaults(Faults.NONE.withHang(Hang.READS));
    RecordedIo read = submit(RecordedIo.read(0, 4096));
    assertThat(submit(RecordedIo.write(0, bytes(1, 4096))).errno()).isZero();
    assertThat(read.isAnswered()).isFalse();

    device.setFaults(Faults.NONE.withHang(Hang.WRITES));
    RecordedIo flush = submit(RecordedIo.flush());
    assertThat(read.errno()).isZero();
    assertThat(flush.isAnswered()).isFalse();

    device.setFaults(Faults.NONE);
    assertThat(flush.errno()).isZero();
  }

  @Test
  void badRangeFailsAndWrongBitsAreRead() {
    device.setFaults(
        Faults.NONE.withErrors(new ByteRange(8192, 12288)).withFlips(new ByteRange(100, 101)));
    assertThat(submit(RecordedIo.read(4096, 8192)).errno()).isEqualTo(EIO);
    assertThat(submit(RecordedIo.write(8192, bytes(1, 512))).errno()).isEqualTo(EIO);
    RecordedIo read = submit(RecordedIo.read(0, 4096));
    assertThat(read.errno()).isZero();
    byte[] wrong = bytes(0, 4096);
    wrong[100] = 1;
    assertThat(read.bytes()).isEqualTo(wrong);
  }

  @Test
  void lostPowerKeepsWhatWasFlushedAndDropsOrTearsTheRest() throws Exception {
    submit(RecordedIo.write(0, bytes(1, 64 << 10))).errno();
    submit(RecordedIo.flush()).errno();
    List<RecordedIo> unflushed = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      unflushed.add(submit(RecordedIo.write(i * 2048L, bytes(2, 2048))));
    }
    unflushed.forEach(RecordedIo::errno);

    device.losePower();
    RecordedIo late = submit(RecordedIo.write(0, bytes(3, 64 << 10)));
    RecordedIo lateRead = submit(RecordedIo.read(0, 512));
    assertThat(late.isAnswered()).isFalse();
    device.fail();
    assertThat(late.errno()).isEqualTo(EIO);
    assertThat(lateRead.errno()).isEqualTo(EIO);
    assertThat(submit(RecordedIo.flush()).errno()).isEqualTo(EIO);

    WriteCache.Lost lost = device.restorePower(4711);
    assertThat(lost.writes()).isEqualTo(30);
    assertThat(lost.dropped()).isPositive();
    assertThat(lost.torn()).isPositive();
    assertThat(lost.dropped() + lost.torn()).isLessThan(30);
    RecordedIo read = submit(RecordedIo.read(0, 64 << 10));
    assertThat(read.errno()).isZero();
    int kept = 0;
    for (int sector = 0; sector < 128; sector++) {
      byte[] found = Arrays.copyOfRange(read.bytes(), sector * 512, sector * 512 + 512);
      assertThat(found).isIn(bytes(1, 512), bytes(2, 512));
      kept += found[0] == 2 ? 1 : 0;
    }
    assertThat(kept).isBetween(1, 119);
  }

  @Test
  void powerIsRestoredOnlyWhenNobodyWaits() throws Exception {
    assertThatThrownBy(() -> device.restorePower(1)).isInstanceOf(IllegalStateException.class);
    device.losePower();
    assertThatThrownBy(() -> device.restorePower(1)).isInstanceOf(IllegalStateException.class);
    assertThat(device.power()).isEqualTo(MediaDevice.Power.LOST);
    device.fail();
    device.restorePower(1);
    assertThat(device.power()).isEqualTo(MediaDevice.Power.ON);
    assertThat(submit(RecordedIo.flush()).errno()).isZero();
  }

  @Test
  void closedDeviceAnswersWhatWaitsAndWhatComes() throws Exception {
    device.setFaults(Faults.NONE.withHang(Hang.ALL));
    RecordedIo waiting = submit(RecordedIo.read(0, 512));
    device.close();
    assertThat(waiting.errno()).isEqualTo(EIO);
    assertThat(submit(RecordedIo.read(0, 512)).errno()).isEqualTo(EIO);
  }
}
