package org.tieredhdfs.hdfs.datanode.volume.speed;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BacklogTest {
  private static final long SEC = TimeUnit.SECONDS.toNanos(1);

  private final VolumeTraffic traffic = new VolumeTraffic(System::nanoTime);
  private final Backlog backlog = traffic.backlog();

  private void write(long bytes) {
    traffic.ended(IoClass.WRITE, bytes, 0, traffic.started());
  }

  @Test
  void isWhatWasWrittenAndIsNotOnTheDevice() {
    backlog.settle(0, 1_000_000);
    write(100);
    assertThat(backlog.bytes()).isEqualTo(100);
    backlog.settle(SEC, 1_000_030);
    assertThat(backlog.bytes()).isEqualTo(70);
    write(5);
    assertThat(backlog.bytes()).isEqualTo(75);
    backlog.settle(2 * SEC, 1_000_105);
    assertThat(backlog.bytes()).isZero();
  }

  @Test
  void writesOfOthersMakeItNoLessThanNothing() {
    backlog.settle(0, 0);
    write(100);
    backlog.settle(SEC, 5_000);
    assertThat(backlog.bytes()).isZero();
    write(50);
    assertThat(backlog.bytes()).isEqualTo(50);
  }

  @Test
  void filesDeletedBeforeTheyWereWrittenAreForgottenWithinAMinute() {
    backlog.settle(0, 0);
    write(100);
    for (int sec = 1; sec < 30; sec++) {
      backlog.settle(sec * SEC, 0);
      assertThat(backlog.bytes()).isEqualTo(100);
    }
    for (int sec = 30; sec <= 60; sec++) {
      backlog.settle(sec * SEC, 0);
    }
    assertThat(backlog.bytes()).isZero();
  }

  @Test
  void aDeviceThatIsNotCountedIsNotKnown() {
    backlog.settle(0, 1_000);
    for (int sec = 1; sec < 60; sec++) {
      write(100);
      backlog.settle(sec * SEC, 1_000);
      assertThat(backlog.bytes()).isPositive();
    }
    for (int sec = 60; sec < 200; sec++) {
      write(100);
      backlog.settle(sec * SEC, 1_000);
    }
    assertThat(backlog.bytes()).isZero();
    // it is counted again
    backlog.settle(200 * SEC, 1_100);
    write(100);
    backlog.settle(201 * SEC, 1_150);
    assertThat(backlog.bytes()).isPositive();
  }

  @Test
  void aDeviceThatHadNothingToDoIsKnown() {
    backlog.settle(0, 1_000);
    for (int sec = 1; sec < 300; sec++) {
      backlog.settle(sec * SEC, 1_000);
    }
    write(100);
    backlog.settle(300 * SEC, 1_000);
    assertThat(backlog.bytes()).isEqualTo(100);
  }

  @Test
  void whatASyncHasConfirmedIsNotLeftUntilTheDeviceIsAskedAgain() {
    backlog.settle(0, 0);
    write(100);
    write(20);
    traffic.delivered(true, 100, 1e6);
    assertThat(backlog.bytes()).isEqualTo(20);
    backlog.settle(SEC, 100);
    assertThat(backlog.bytes()).isEqualTo(20);
  }

  @Test
  void nothingIsLeftOnAVolumeWhoseDeviceIsNotKnown() {
    write(100);
    assertThat(backlog.bytes()).isZero();
    backlog.settle(0, 0);
    write(100);
    backlog.forget();
    assertThat(backlog.bytes()).isZero();
    // One that is known again starts anew, whatever its counter says
    backlog.settle(SEC, 7);
    assertThat(backlog.bytes()).isZero();
  }

  @Test
  void aCounterThatBeginsAnewTakesNothingBack() {
    backlog.settle(0, 1_000);
    write(100);
    backlog.settle(SEC, 10);
    assertThat(backlog.bytes()).isEqualTo(100);
  }
}
