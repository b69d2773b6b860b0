package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many threads that sync folders which nobody has named durably, on a disk that fails at times. */
@Timeout(120)
class DurableFoldersStressTest {
  private static final int THREADS = 8;
  private static final int SYNCS = 2_000;
  private static final File FINALIZED = new File("/volume/finalized");

  /** Keeps what has been synced, once that has come to its end. */
  private static final class FailingSyncs extends FileIoProvider {
    private final Set<File> synced = ConcurrentHashMap.newKeySet();

    FailingSyncs() {
      super(new Configuration(false), null);
    }

    @Override
    public void dirSync(@Nullable FsVolumeSpi volume, File dir) throws IOException {
      LockSupport.parkNanos(1_000);
      if (ThreadLocalRandom.current().nextInt(10) == 0) {
        throw new IOException("injected");
      }
      synced.add(dir);
    }
  }

  @Test
  void whoeverHasSyncedAFolderFindsAllAboveItSynced() throws Exception {
    FailingSyncs disk = new FailingSyncs();
    DurableFolders folders = new DurableFolders(disk);
    FsVolumeSpi volume = mock(FsVolumeSpi.class);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<Callable<Integer>> tasks = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        long seed = i;
        tasks.add(() -> syncMany(disk, folders, volume, new SplittableRandom(seed)));
      }
      for (Future<Integer> done : threads.invokeAll(tasks)) {
        assertThat(done.get()).isPositive();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static int syncMany(
      FailingSyncs disk, DurableFolders folders, FsVolumeSpi volume, SplittableRandom random) {
    int succeeded = 0;
    for (int i = 0; i < SYNCS; i++) {
      File middle = new File(FINALIZED, "subdir" + random.nextInt(32));
      File leaf = new File(middle, "subdir" + random.nextInt(32));
      try {
        folders.sync(volume, leaf);
      } catch (IOException e) {
        continue;
      }
      assertThat(disk.synced).contains(leaf, middle, FINALIZED);
      succeeded++;
      if (random.nextInt(100) == 0) {
        folders.forget();
      }
    }
    return succeeded;
  }
}
