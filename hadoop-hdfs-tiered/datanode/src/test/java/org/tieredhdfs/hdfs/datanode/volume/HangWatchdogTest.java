package org.tieredhdfs.hdfs.datanode.volume;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hdfs.server.datanode.FileIoProviderCall;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HangWatchdogTest {
  private static final long TIMEOUT_MS = 200;

  private interface Io {
    void call(CountDownLatch end) throws InterruptedException;
  }

  private final VolumeRegistry registry = new VolumeRegistry(100, 100, 60);
  private final FsVolumeSpi volume = MockVolumes.volume("v1");
  private final VolumeState state = registry.state(volume);
  private final HangWatchdog watchdog = new HangWatchdog(registry, TIMEOUT_MS, 60_000);
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();

  @AfterEach
  void endCalls() throws Exception {
    end.countDown();
    for (Thread thread : threads) {
      thread.join(5_000);
    }
  }

  private void startIo(IoClass ioClass, long bytes, Io io) throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              registry.beginIo(ioClass.name(), ioClass, volume, bytes);
              begun.countDown();
              try {
                io.call(end);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              registry.endIo(true);
            },
            "I/O of " + ioClass);
    threads.add(thread);
    thread.start();
    begun.await();
  }

  private void quickIo(IoClass ioClass) throws Exception {
    Thread thread =
        new Thread(
            () -> {
              registry.beginIo("quick", ioClass, volume, 0);
              registry.endIo(true);
            });
    thread.start();
    thread.join();
  }

  private boolean isHungAfter(long waitMs) throws Exception {
    Thread.sleep(waitMs);
    watchdog.look(state);
    return state.isHung();
  }

  @Test
  void aCallThatDoesNotComeBackIsAHangUntilItDoes() throws Exception {
    startIo(IoClass.WRITE, 0, FileIoProviderCall::await);
    assertThat(isHungAfter(TIMEOUT_MS / 4)).isFalse();
    assertThat(isHungAfter(TIMEOUT_MS)).isTrue();
    assertThat(state.isHungForReads()).isFalse();
    assertThat(Objects.requireNonNull(state.hang()).report())
        .contains("WRITE")
        .contains("I/O of WRITE")
        .contains("FileIoProviderCall.await");
    assertThat(isHungAfter(10)).isTrue();
    assertThat(state.metrics().hangCount()).isEqualTo(1);
    TieredVolumes shown = new TieredVolumes(registry);
    assertThat(shown.getHungVolumeCount()).isEqualTo(1);
    assertThat(shown.getHungVolumeMs().get(state.path())).isGreaterThanOrEqualTo(TIMEOUT_MS);
    assertThat(shown.getStuckOperations()).containsKey(state.path());
    endCalls();
    assertThat(isHungAfter(0)).isFalse();
    assertThat(shown.getHungVolumeCount()).isZero();
  }

  @Test
  void aVolumeOnWhichLaterCallsOfTheSameKindComeBackIsOnlySlow() throws Exception {
    startIo(IoClass.SYNC, 0, FileIoProviderCall::await);
    quickIo(IoClass.SYNC);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isFalse();
  }

  @Test
  void readsThatComeBackDoNotExcuseWritesThatDoNot() throws Exception {
    startIo(IoClass.WRITE, 0, FileIoProviderCall::await);
    quickIo(IoClass.READ);
    quickIo(IoClass.OPEN);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isTrue();
  }

  @Test
  void creatingAFileIsComparedWithChangesOfDirectoriesAndOpeningWithReads() throws Exception {
    startIo(IoClass.OPEN, 0, FileIoProviderCall::createFile);
    quickIo(IoClass.READ);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isTrue();
    quickIo(IoClass.DIRECTORY);
    assertThat(isHungAfter(0)).isFalse();
  }

  @Test
  void readsAreRefusedOnlyWhenReadsAreStuck() throws Exception {
    startIo(IoClass.SYNC, 0, FileIoProviderCall::await);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isTrue();
    assertThat(state.isHungForReads()).isFalse();
    startIo(IoClass.READ, 0, FileIoProviderCall::await);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isTrue();
    assertThat(state.isHungForReads()).isTrue();
    assertThat(Objects.requireNonNull(state.hang()).report()).startsWith("SYNC");
  }

  @Test
  void copiesOfWholeFilesGetTimeForTheirSize() throws Exception {
    startIo(IoClass.WRITE, 1_000_000_000L, FileIoProviderCall::await);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isFalse();
  }

  @Test
  void aCallThatEndedWithoutTellingIsNoHang() throws Exception {
    // As after a broken pipe: the thread is somewhere else by now
    startIo(IoClass.TRANSFER, 0, CountDownLatch::await);
    assertThat(isHungAfter(TIMEOUT_MS + 50)).isFalse();
  }
}
