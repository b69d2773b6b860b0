package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The syncs of a copy that is being made. */
@Timeout(60)
class CopyWritebackTest {
  private static final int STEP = (int) CopyWriteback.STEP_BYTES;
  private static final int FIRST_STEP = (int) CopyWriteback.FIRST_STEP_BYTES;

  private final FsVolumeSpi volume = mock(FsVolumeSpi.class);
  private final Semaphore synced = new Semaphore(0);

  /** Tells of each sync. */
  private class TellingFiles extends FileIoProvider {
    TellingFiles() {
      super(new Configuration(false), null);
    }

    @Override
    public void sync(FsVolumeSpi on, FileOutputStream stream) throws IOException {
      super.sync(on, stream);
      synced.release();
    }
  }

  private static void append(Path file, int bytes) throws IOException {
    Files.write(file, new byte[bytes], StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private boolean isSyncedOnce() throws InterruptedException {
    return synced.tryAcquire(20, TimeUnit.SECONDS);
  }

  @Test
  void eachStepIsSyncedWhileTheCopyGoesOnTheFirstSoonest(@TempDir Path folder) throws Exception {
    Path copy = folder.resolve("blk_1");
    CopyWriteback writeback = CopyWriteback.begin(volume, copy.toFile(), new TellingFiles());

    for (int step = FIRST_STEP, written = 0; written < 2 * STEP; step = Math.min(STEP, written)) {
      append(copy, step);
      written += step;
      assertThat(isSyncedOnce()).as("after %d bytes", written).isTrue();
    }
    append(copy, 1);
    writeback.end();

    assertThat(synced.availablePermits()).isZero();
    assertThat(copy).hasSize(2L * STEP + 1);
  }

  @Test
  void aSmallCopyIsLeftAlone(@TempDir Path folder) throws Exception {
    Path copy = folder.resolve("blk_1");
    CopyWriteback writeback = CopyWriteback.begin(volume, copy.toFile(), new TellingFiles());

    append(copy, FIRST_STEP - 1);
    writeback.end();

    assertThat(synced.availablePermits()).isZero();
  }

  @Test
  void aCopyThatNeverCameLeavesNothingBehind(@TempDir Path folder) throws Exception {
    File copy = folder.resolve("blk_1").toFile();

    CopyWriteback.begin(volume, copy, new TellingFiles()).end();

    assertThat(copy).doesNotExist();
  }

  @Test
  void aFailedSyncIsToldAtTheEnd(@TempDir Path folder) throws Exception {
    Path copy = folder.resolve("blk_1");
    AtomicInteger tries = new AtomicInteger();
    CountDownLatch tried = new CountDownLatch(1);
    FileIoProvider failing =
        new FileIoProvider(new Configuration(false), null) {
          @Override
          public void sync(FsVolumeSpi on, FileOutputStream stream) throws IOException {
            tries.incrementAndGet();
            tried.countDown();
            throw new IOException("page lost");
          }
        };
    CopyWriteback writeback = CopyWriteback.begin(volume, copy.toFile(), failing);

    append(copy, STEP);
    assertThat(tried.await(20, TimeUnit.SECONDS)).isTrue();

    assertThatThrownBy(writeback::end).isInstanceOf(IOException.class).hasMessage("page lost");
    assertThat(tries).hasValue(1);
  }
}
