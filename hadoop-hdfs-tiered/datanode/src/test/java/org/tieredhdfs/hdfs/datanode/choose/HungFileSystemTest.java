package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DiskChecker.DiskOutOfSpaceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A file system that does not answer how much is free, on the real clock and real threads. */
class HungFileSystemTest {
  private static final long GB = 1L << 30;
  private static final long TIMEOUT_MS = 1000;
  private static final SpaceLimits LIMITS =
      new SpaceLimits(
          0,
          TimeUnit.MILLISECONDS.toNanos(20),
          TimeUnit.MILLISECONDS.toNanos(2000),
          TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MS));

  private final FakeVolume good = FakeVolume.disk("good", GB);
  private final FakeVolume bad = FakeVolume.disk("bad", GB);
  private final List<FsVolumeSpi> both = List.of(good, bad);
  private final StorageTypeRoundRobinVolumeChoosingPolicy<FsVolumeSpi> policy =
      new StorageTypeRoundRobinVolumeChoosingPolicy<>(
          LIMITS, System::nanoTime, SpaceThreads.create());

  @AfterEach
  void thaw() {
    bad.answer();
  }

  private static long spaceThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("tiered-volume-space"))
        .filter(thread -> isInsideGetAvailable(thread))
        .count();
  }

  private static boolean isInsideGetAvailable(Thread thread) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getClassName().equals(FakeVolume.class.getName())) {
        return true;
      }
    }
    return false;
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).isLessThan(endNanos);
      Thread.sleep(1);
    }
  }

  private FsVolumeSpi choose() {
    try {
      return policy.chooseVolume(both, 1, null);
    } catch (IOException e) {
      throw new AssertionError("There is room on " + good, e);
    }
  }

  /** Turns would show the other one sooner. */
  private boolean onlyGoodIsChosen() {
    return Stream.generate(this::choose).limit(3).allMatch(volume -> volume == good);
  }

  @Test
  void neitherHoldsChoicesUpNorMoreThanOneThread() throws InterruptedException {
    choose();
    bad.hang();
    await(this::onlyGoodIsChosen);
    long longestNanos = 0;
    long endNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    while (System.nanoTime() < endNanos) {
      long startNanos = System.nanoTime();
      assertThat(choose()).isSameAs(good);
      longestNanos = Math.max(longestNanos, System.nanoTime() - startNanos);
    }
    assertThat(TimeUnit.NANOSECONDS.toMillis(longestNanos)).isLessThan(TIMEOUT_MS);
    assertThat(spaceThreads()).isEqualTo(1);
    int askedWhileGood = good.asked();
    await(
        () -> {
          choose();
          return good.asked() > askedWhileGood;
        });

    bad.answer();
    await(() -> choose() == bad);
    await(() -> spaceThreads() == 0);
  }

  @Test
  void holdsTheFirstChoiceUpNoLongerThanTheTimeout() {
    bad.hang();
    long startNanos = System.nanoTime();
    assertThat(choose()).isSameAs(good);
    long tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    assertThat(tookMs).isBetween(TIMEOUT_MS / 2, 10 * TIMEOUT_MS);
    for (int i = 0; i < 10; i++) {
      startNanos = System.nanoTime();
      assertThat(choose()).isSameAs(good);
      tookMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
      assertThat(tookMs).isLessThan(TIMEOUT_MS);
    }
  }

  @Test
  void aVolumeThatDoesNotAnswerIsTakenOnItsLastFigureWhenNoOtherHasRoom()
      throws InterruptedException, IOException {
    choose();
    choose();
    bad.hang();
    await(this::onlyGoodIsChosen);
    good.setAvailable(0);
    await(() -> choose() == bad);
  }

  @Test
  void aVolumeThatNeverAnsweredIsNamedInTheRefusal() {
    bad.hang();
    good.setAvailable(0);
    assertThatThrownBy(() -> policy.chooseVolume(both, 1, null))
        .isInstanceOf(DiskOutOfSpaceException.class)
        .hasMessageContaining("file:/bad does not answer");
  }
}
