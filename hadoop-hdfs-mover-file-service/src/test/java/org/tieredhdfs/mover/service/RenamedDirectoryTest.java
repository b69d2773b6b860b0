package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.conf.MoverKeys;
import org.tieredhdfs.mover.rpc.FileMoverClient;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.service.journal.JournalRecords;
import org.tieredhdfs.mover.service.journal.JournalState;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
import org.tieredhdfs.waits.Waits;

/** A renamed directory of 100,000 files, each hundredth with content, and a kill in mid-walk. */
@Tag("slow")
class RenamedDirectoryTest {
  private static final int DIRECTORIES = 20;
  private static final int FILES_OF_EACH = 5_000;
  private static final int FILES = DIRECTORIES * FILES_OF_EACH;
  private static final int WITH_CONTENT = 100;
  private static final int CONTENT_BYTES = 1_000;
  private static final int IN_FLIGHT = 50;
  private static final int WRITERS = 8;
  private static final String HEAP = "-Xmx80m";
  private static final long LEASE_MS = 3_000;
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Path TARGET = new Path("/fast/many");

  @TempDir static java.nio.file.Path folder;

  @Test
  void itIsOneRecordThatIsWalkedLazilyAndOverAKillToItsEnd() throws Exception {
    Configuration conf = MoverCluster.shortIntervals();
    try (MoverCluster cluster =
        new MoverCluster(
            conf,
            new MiniDFSCluster.Builder(conf, folder.resolve("dfs").toFile())
                .numDataNodes(2)
                .storagesPerDatanode(2)
                .storageTypes(new StorageType[] {StorageType.SSD, StorageType.DISK}))) {
      Configuration service = new Configuration(conf);
      service.set("fs.defaultFS", cluster.fs.getUri().toString());
      service.set(MoverKeys.SERVICE_STANDBY_INTERVAL.name(), "200ms");
      service.setInt(MoverKeys.FILES_IN_FLIGHT.name(), IN_FLIGHT);
      Configuration slow = new Configuration(service);
      slow.setInt(MoverKeys.BANDWIDTH.name(), 20 * CONTENT_BYTES);
      cluster.fs.mkdirs(TARGET.getParent());
      cluster.fs.setStoragePolicy(TARGET.getParent(), "ALL_SSD");

      try (FileMoverClient client = new FileMoverClient(service, cluster.fs.getUri());
          ServiceProcess first = ServiceProcess.start(folder, "first", slow, HEAP)) {
        ServiceProcess.awaitAddress(cluster.fs);
        long startNs = System.nanoTime();
        write(cluster);
        long writtenNs = System.nanoTime();
        cluster.fs.rename(new Path("/many"), TARGET);
        RequestStatusProto early = awaitMoved(client, IN_FLIGHT);
        assertThat(early.getOrigin()).isEqualTo(Origin.RENAME.name());
        // no further than files are in flight
        assertThat(early.getFilesFound())
            .isLessThan((early.getReplicasMoved() + 2 * IN_FLIGHT) * WITH_CONTENT);
        requireOneRecord(cluster);
        assertThat(first.isAlive()).as(first.said()).isTrue();
        first.kill();
        assertThat(onSsd(cluster)).isBetween(IN_FLIGHT, FILES / WITH_CONTENT - 1);

        // the minute after which a NameNode gives up on a client, shortened
        cluster.dfs.setLeasePeriod(LEASE_MS, TimeUnit.HOURS.toMillis(1));
        long killedNs = System.nanoTime();
        try (ServiceProcess second = ServiceProcess.start(folder, "second", service, HEAP)) {
          awaitNothingOpen(client);
          assertThat(second.isAlive()).as(second.said()).isTrue();
        }
        System.out.printf(
            "written in %d s; moved up to the kill: %d of %d files with content; the rest in %d"
                + " s%n",
            TimeUnit.NANOSECONDS.toSeconds(writtenNs - startNs),
            early.getReplicasMoved(),
            FILES / WITH_CONTENT,
            TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - killedNs));
        assertThat(onSsd(cluster)).isEqualTo(FILES / WITH_CONTENT);
      }
    }
  }

  private static Path file(Path root, int number) {
    String name = String.format(Locale.ROOT, "d%02d/f%05d", number / FILES_OF_EACH, number);
    return new Path(root, name);
  }

  private static void write(MoverCluster cluster) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
    try {
      List<Future<?>> writers = new ArrayList<>();
      for (int i = 0; i < WRITERS; i++) {
        int from = i;
        writers.add(threads.submit(() -> write(cluster, from)));
      }
      for (Future<?> writer : writers) {
        writer.get(5, TimeUnit.MINUTES);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static @Nullable Void write(MoverCluster cluster, int from) throws Exception {
    for (int i = from; i < FILES; i += WRITERS) {
      try (FSDataOutputStream out = cluster.fs.create(file(new Path("/many"), i), (short) 1)) {
        if (i % WITH_CONTENT == 0) {
          out.write(new byte[CONTENT_BYTES]);
        }
      }
    }
    return null;
  }

  /** The request that came of the rename, when so much of it was done. */
  private static RequestStatusProto awaitMoved(FileMoverClient client, int replicas)
      throws Exception {
    List<RequestStatusProto> requests =
        Waits.until(
            replicas + " replicas are moved",
            PATIENCE,
            () -> client.list(0, 10).getRequestsList(),
            list -> !list.isEmpty() && list.get(0).getReplicasMoved() >= replicas);
    assertThat(requests).hasSize(1);
    return requests.get(0);
  }

  /** What the journal says, read as it lies there while somebody writes it. */
  private static JournalState journal(MoverCluster cluster) throws Exception {
    JournalState state = new JournalState(10);
    for (FileStatus status : cluster.fs.listStatus(new Path("/system/tiered-file-mover/journal"))) {
      try (DataInputStream in =
          new DataInputStream(new BufferedInputStream(cluster.fs.open(status.getPath())))) {
        assertThatThrownBy(
                () -> {
                  while (true) {
                    JournalRecords.read(in, state);
                  }
                })
            .isInstanceOf(EOFException.class);
      }
    }
    return state;
  }

  private static void requireOneRecord(MoverCluster cluster) throws Exception {
    JournalState state = journal(cluster);
    assertThat(state.open().values())
        .singleElement()
        .extracting(life -> life.request().path())
        .isEqualTo(TARGET.toString());
    // nor were there others before
    assertThat(state.lastId()).isEqualTo(1);
  }

  private static void awaitNothingOpen(FileMoverClient client) throws Exception {
    Waits.until("nothing is open", PATIENCE, () -> open(client) == 0);
  }

  private static long open(FileMoverClient client) throws Exception {
    try {
      return client.list(0, 1).getOpen();
    } catch (IOException e) {
      // nobody is at work yet
      return Long.MAX_VALUE;
    }
  }

  private static int onSsd(MoverCluster cluster) throws Exception {
    int count = 0;
    for (int i = 0; i < FILES; i += WITH_CONTENT) {
      if (cluster.replicasByType(file(TARGET, i)).containsKey("SSD")) {
        count++;
      }
    }
    return count;
  }
}
