package org.tieredhdfs.product.datanode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.product.EmulationNeeds;

/** A device that has much to do is no device that hangs. */
@Tag("slow")
@Timeout(600)
class BusyDeviceTest {
  private static final int WRITERS = 3;
  private static final int RECORD_BYTES = 1 << 20;
  private static final int RECORDS = 96;

  /** An SSD of 50 MB/s: a sync of three files takes many times the cut-off time of 500 ms. */
  private static final double PACE = 10;

  @TempDir Path tmp;
  private final ExecutorService users = Executors.newFixedThreadPool(WRITERS);

  @BeforeEach
  void requireWhatEmulationNeeds() {
    EmulationNeeds.assume();
  }

  @AfterEach
  void endUsers() {
    users.shutdownNow();
  }

  /** A writer that is cut off fails: there is no other DataNode for three replicas. */
  @Test
  void cutsNobodyOffWhileItSyncsMuch() throws Exception {
    try (DeviceCluster cluster = DeviceCluster.start(DeviceCluster.spec(tmp, 3, "SSD=1", PACE))) {
      FileSystem fs = cluster.fs();
      fs.setStoragePolicy(new org.apache.hadoop.fs.Path("/"), "ALL_SSD");
      List<Future<Long>> syncs = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        org.apache.hadoop.fs.Path file = new org.apache.hadoop.fs.Path("/f" + i);
        syncs.add(users.submit(() -> write(fs, file)));
      }
      for (Future<Long> sync : syncs) {
        // else nothing was shown
        assertThat(sync.get(5, TimeUnit.MINUTES)).isGreaterThan(1_000);
      }
    }
  }

  /** Returns how long the sync took, in ms. */
  private static long write(FileSystem fs, org.apache.hadoop.fs.Path file) throws IOException {
    byte[] record = new byte[RECORD_BYTES];
    new Random(file.hashCode()).nextBytes(record);
    try (FSDataOutputStream out = fs.create(file, (short) 3)) {
      for (int i = 0; i < RECORDS; i++) {
        out.write(record);
      }
      out.hflush();
      long beginNs = System.nanoTime();
      out.hsync();
      return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
    }
  }
}
