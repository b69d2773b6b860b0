package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.net.Peer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.InFlight;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.speed.IoClass;
import org.tieredhdfs.hdfs.datanode.volume.writeback.WritebackWatch;
import org.tieredhdfs.hdfs.health.VolumeCondition;
import org.tieredhdfs.hdfs.transfer.ClientTransfer;
import org.tieredhdfs.hdfs.transfer.ClientTransfer.Kind;
import org.tieredhdfs.hdfs.transfer.OtherNodes;
import org.tieredhdfs.hdfs.transfer.Transfers;
import org.tieredhdfs.waits.Waits;

/** Whom the judge of volumes cuts off, by a clock that the test turns. */
class CutOffClientsTest {
  private static final long MS = 1_000_000;
  private static final long CUTOFF_MS = 1_000;
  private static final long PACE_MS = 100;
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final VolumeRegistry registry = new VolumeRegistry(1_000, 100, 30_000, 60);
  private final List<VolumeState> volumes = new ArrayList<>();
  private final List<VolumeState> readsStalled = new ArrayList<>();
  private final RefusedReaders readers = new RefusedReaders(100);
  private final ToldPeers peers = new ToldPeers();
  private final AtomicLong ahead = new AtomicLong();
  private final Configuration conf = new Configuration(false);
  private final VolumeJudge judge;
  private final CountDownLatch end = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();

  CutOffClientsTest() {
    conf.set("dfs.tiered.type.DISK.cutoff.timeout", CUTOFF_MS + "ms");
    for (int i = 0; i < 4; i++) {
      volumes.add(registry.state(MockVolumes.volume("v" + i)));
    }
    judge = judge();
  }

  private VolumeJudge judge() {
    LongSupplier clock = () -> System.nanoTime() + ahead.get();
    return new VolumeJudge(
        registry,
        conf,
        readers,
        new Suspicions(new Cutoffs(conf), peers, peers::ask, clock),
        new WritebackWatch(registry),
        readsStalled::add,
        clock);
  }

  @AfterEach
  void endCalls() throws Exception {
    end.countDown();
    for (Thread thread : threads) {
      thread.join(5_000);
    }
    // Threads of a DataNode that another test has shut down may still be at their end
    Waits.until("no transfer is left", LIMIT, () -> Transfers.byThread().isEmpty());
  }

  /** Time goes by, while the judge looks as often as it is meant to. */
  private void pass(long ms) {
    pass(judge, ms);
  }

  private void pass(VolumeJudge judge, long ms) {
    for (long passed = 0; passed < ms; passed += PACE_MS) {
      ahead.addAndGet(PACE_MS * MS);
      judge.look(PACE_MS * MS);
    }
  }

  /** The same, while reads of the canary come back from the device. */
  private void passAnswering(VolumeState volume, long ms) {
    for (long passed = 0; passed < ms; passed += PACE_MS) {
      volume.canary().readFromDevice(System.nanoTime() + ahead.get());
      pass(PACE_MS);
    }
  }

  private ClientTransfer start(
      VolumeState volume, IoClass ioClass, Kind kind, String client, OtherNodes others)
      throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    ClientTransfer[] made = new ClientTransfer[1];
    Thread thread =
        new Thread(
            () -> {
              made[0] = new ClientTransfer(kind, mock(Peer.class), client, 1, others, () -> null);
              Transfers.begin(made[0]);
              try (InFlight io = volume.begin(ioClass.name(), ioClass, 0)) {
                begun.countDown();
                end.await();
                io.succeeded();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              } finally {
                Transfers.end();
              }
            });
    threads.add(thread);
    thread.start();
    begun.await();
    return made[0];
  }

  private ClientTransfer writer(VolumeState volume) throws Exception {
    return start(volume, IoClass.WRITE, Kind.WRITE, "client", OtherNodes.IN_PIPELINE);
  }

  private static void quickIo(VolumeState volume, IoClass ioClass) {
    try (InFlight io = volume.begin("quick", ioClass, 0)) {
      io.succeeded();
    }
  }

  @Test
  void aWriterIsCutOffWhenItsTimeIsUpAndNotBefore() throws Exception {
    ClientTransfer writer = writer(volumes.get(0));
    pass(CUTOFF_MS - 2 * PACE_MS);
    assertThat(writer.isDropped()).isFalse();
    pass(3 * PACE_MS);
    assertThat(writer.isDropped()).isTrue();
    pass(CUTOFF_MS);
    assertThat(volumes.get(0).metrics().cutOffWriters.value()).isEqualTo(1);
  }

  /**
   * Of a pipeline of two nodes one goes on, and another one takes the place of this one. What is
   * known of a single other one may be over, also for who writes to each by itself.
   */
  @Test
  void aWriterIsCutOffOnlyWhereEnoughOthersAreKnownToAnswer() throws Exception {
    peers.answering = 1;
    ClientTransfer writer = writer(volumes.get(0));
    ClientTransfer fanOut =
        start(volumes.get(0), IoClass.WRITE, Kind.WRITE, "client", OtherNodes.FANNED_OUT);
    pass(2 * CUTOFF_MS);
    assertThat(writer.isDropped() || fanOut.isDropped()).isFalse();
    assertThat(volumes.get(0).condition()).isEqualTo(VolumeCondition.STALLED);
    peers.answering = 2;
    pass(PACE_MS);
    assertThat(writer.isDropped() && fanOut.isDropped()).isTrue();
  }

  /** Storage that several DataNodes share stops on all of them, and each learns of it later. */
  @Test
  void newsFromBeforeTheStallDoNotCount() throws Exception {
    peers.newsNanos = System.nanoTime();
    ClientTransfer writer = writer(volumes.get(0));
    ClientTransfer fanOut =
        start(volumes.get(0), IoClass.WRITE, Kind.WRITE, "client", OtherNodes.FANNED_OUT);
    pass(CUTOFF_MS / 4);
    assertThat(peers.asked).hasValue(0);
    pass(2 * CUTOFF_MS);
    assertThat(peers.asked.get()).isPositive();
    assertThat(writer.isDropped() || fanOut.isDropped()).isFalse();
    peers.newsNanos = System.nanoTime() + ahead.get();
    pass(PACE_MS);
    assertThat(writer.isDropped() && fanOut.isDropped()).isTrue();
  }

  /** Others may have stopped as well, and had no time to notice it. */
  @Test
  void newsFromTheMomentOfTheSuspicionDoNotCount() throws Exception {
    ClientTransfer writer = writer(volumes.get(0));
    long suspectedNanos = 0;
    while (peers.asked.get() == 0) {
      suspectedNanos = System.nanoTime() + ahead.get() + PACE_MS * MS;
      pass(PACE_MS);
    }
    peers.newsNanos = suspectedNanos;
    pass(2 * CUTOFF_MS);
    assertThat(writer.isDropped()).isFalse();
    peers.newsNanos = System.nanoTime() + ahead.get();
    pass(PACE_MS);
    assertThat(writer.isDropped()).isTrue();
  }

  @Test
  void itSleepsLongUntilACallIsWatched() throws Exception {
    long longestNanos = judge.paceNanos();
    assertThat(longestNanos).isEqualTo(CUTOFF_MS * MS / 4);
    ClientTransfer unused = writer(volumes.get(0));
    judge.look(0);
    pass(PACE_MS);
    assertThat(judge.paceNanos())
        .as("up to when it is watched")
        .isBetween(longestNanos / 4, longestNanos - PACE_MS * MS);
    pass(CUTOFF_MS);
    assertThat(judge.paceNanos()).isEqualTo(longestNanos / 4);
    end.countDown();
    Waits.until(
        "it sleeps long again when the call has ended",
        LIMIT,
        () -> judge.paceNanos() == longestNanos);
  }

  @Test
  void whoHasNobodyElseIsNotCutOff() throws Exception {
    ClientTransfer alone =
        start(volumes.get(0), IoClass.SYNC, Kind.WRITE, "client", OtherNodes.NONE);
    ClientTransfer datanode =
        start(volumes.get(0), IoClass.SYNC, Kind.WRITE, "", OtherNodes.IN_PIPELINE);
    pass(10 * CUTOFF_MS);
    assertThat(alone.isDropped()).isFalse();
    assertThat(datanode.isDropped()).isFalse();
  }

  @Test
  void aWriterThatFansOutIsCutOffUnlessThatIsTurnedOff() throws Exception {
    ClientTransfer fanOut =
        start(volumes.get(0), IoClass.WRITE, Kind.WRITE, "client", OtherNodes.FANNED_OUT);
    conf.set("dfs.tiered.volume.cutoff.fan.out", "false");
    pass(judge(), 10 * CUTOFF_MS);
    assertThat(fanOut.isDropped()).isFalse();
    pass(CUTOFF_MS + PACE_MS);
    assertThat(fanOut.isDropped()).isTrue();
  }

  @Test
  void readersAreDroppedWhenReadsAreStuckAndWritersThenAreNot() throws Exception {
    ClientTransfer reader =
        start(volumes.get(0), IoClass.READ, Kind.READ, "client", OtherNodes.NONE);
    ClientTransfer writer = writer(volumes.get(0));
    quickIo(volumes.get(0), IoClass.WRITE);
    pass(CUTOFF_MS + PACE_MS);
    assertThat(reader.isDropped()).isTrue();
    assertThat(writer.isDropped()).isFalse();
    assertThat(volumes.get(0).metrics().droppedReaders.value()).isEqualTo(1);
  }

  @Test
  void readersMayBeCutOffBeforeWriters() throws Exception {
    conf.set("dfs.tiered.type.DISK.cutoff.read.timeout", CUTOFF_MS / 2 + "ms");
    VolumeJudge eager = judge();
    VolumeState volume = volumes.get(0);
    ClientTransfer reader = start(volume, IoClass.READ, Kind.READ, "client", OtherNodes.NONE);
    ClientTransfer readingWriter =
        start(volume, IoClass.READ, Kind.WRITE, "writer", OtherNodes.IN_PIPELINE);
    ClientTransfer opening =
        start(volume, IoClass.OPERATION, Kind.WRITE, "writer", OtherNodes.IN_PIPELINE);
    pass(eager, CUTOFF_MS / 2 - 2 * PACE_MS);
    assertThat(reader.isDropped()).isFalse();
    pass(eager, 3 * PACE_MS);
    assertThat(reader.isDropped()).isTrue();
    assertThat(volume.judgement().areReadsStuck()).isTrue();
    assertThat(volume.judgement().areWritesStuck()).isFalse();
    assertThat(readingWriter.isDropped() || opening.isDropped()).isFalse();
    pass(eager, CUTOFF_MS / 2);
    assertThat(readingWriter.isDropped() && opening.isDropped()).isTrue();
  }

  /** A listing of a large directory, for a start. */
  @Test
  void aReadForNoClientMayTakeAsLongAsAWrite() throws Exception {
    conf.set("dfs.tiered.type.DISK.cutoff.read.timeout", CUTOFF_MS / 2 + "ms");
    VolumeJudge eager = judge();
    VolumeState volume = volumes.get(0);
    start(volume, IoClass.READ, Kind.READ, "", OtherNodes.NONE);
    pass(eager, CUTOFF_MS - 2 * PACE_MS);
    assertThat(volume.judgement().areReadsStuck()).isFalse();
    pass(eager, 3 * PACE_MS);
    assertThat(volume.judgement().areReadsStuck()).isTrue();
  }

  @Test
  void writersAreCutOffWhereReadersAreNot() throws Exception {
    conf.set("dfs.tiered.type.DISK.cutoff.read.timeout", "0");
    VolumeJudge sparing = judge();
    VolumeState volume = volumes.get(0);
    ClientTransfer writer = writer(volume);
    ClientTransfer reader = start(volume, IoClass.READ, Kind.READ, "client", OtherNodes.NONE);
    volume.canary().readFromDevice(System.nanoTime());
    pass(sparing, 10 * CUTOFF_MS);
    assertThat(writer.isDropped()).isTrue();
    assertThat(reader.isDropped()).isFalse();
  }

  /** A bad sector, or one of several disks below a volume. */
  @Test
  void aReaderOfWhatDoesNotComeBackIsDroppedLaterWhereOthersAreAnswered() throws Exception {
    VolumeState volume = volumes.get(0);
    ClientTransfer reader = start(volume, IoClass.READ, Kind.READ, "client", OtherNodes.NONE);
    ClientTransfer writer =
        start(volume, IoClass.READ, Kind.WRITE, "writer", OtherNodes.IN_PIPELINE);
    ClientTransfer datanode = start(volume, IoClass.READ, Kind.READ, "", OtherNodes.NONE);
    passAnswering(volume, 2 * CUTOFF_MS);
    assertThat(reader.isDropped()).isFalse();
    passAnswering(volume, 3 * CUTOFF_MS);
    assertThat(reader.isDropped()).isTrue();
    assertThat(writer.isDropped() || datanode.isDropped()).isFalse();
    assertThat(volume.judgement().areReadsStuck()).isFalse();
    assertThat(volume.metrics().droppedReaders.value()).isEqualTo(1);
    // Else it would be sent to the same replica immediately
    assertThat(readers.knows(volume, "client", 1)).isTrue();

    end.countDown();
    Waits.until("nothing is in flight", LIMIT, () -> volume.threads() == 0);
    pass(PACE_MS);
    assertThat(readers.refuses(volume, "client", 1, System.nanoTime())).isFalse();
  }

  @Test
  void readersOfWhatDoesNotComeBackAreNotDroppedOnMostVolumesAtOnce() throws Exception {
    List<ClientTransfer> clients = new ArrayList<>();
    for (VolumeState volume : volumes.subList(0, 3)) {
      clients.add(start(volume, IoClass.READ, Kind.READ, "client", OtherNodes.NONE));
    }
    for (int looks = 0; looks < 10 * CUTOFF_MS / PACE_MS; looks++) {
      volumes.forEach(volume -> volume.canary().readFromDevice(System.nanoTime() + ahead.get()));
      pass(PACE_MS);
    }
    assertThat(clients).noneMatch(ClientTransfer::isDropped);
  }

  /** Where nobody is cut off readers are refused, too, and are served when they return. */
  @Test
  void whoWasRefusedByAVolumeThatHangsIsServedOnceItAnswers() throws Exception {
    conf.set("dfs.tiered.type.DISK.cutoff.timeout", "0");
    VolumeJudge cutsNobodyOff = judge();
    VolumeState volume = volumes.get(0);
    start(volume, IoClass.READ, Kind.READ, "client", OtherNodes.NONE);
    pass(cutsNobodyOff, 31_000);
    assertThat(volume.judgement().areReadsStuck()).isTrue();
    assertThat(readers.refuses(volume, "client", 1, System.nanoTime())).isTrue();
    pass(cutsNobodyOff, CUTOFF_MS);
    assertThat(readers.knows(volume, "client", 1)).isTrue();
    end.countDown();
    Waits.until("nothing is in flight", LIMIT, () -> volume.threads() == 0);
    pass(cutsNobodyOff, PACE_MS);
    assertThat(readers.refuses(volume, "client", 1, System.nanoTime())).isFalse();
  }

  /** A device that stops after it has answered the canary, while a read waits. */
  @Test
  void anAnswerExcusesAReadForAWhileOnly() throws Exception {
    VolumeState volume = volumes.get(0);
    ClientTransfer reader = start(volume, IoClass.READ, Kind.READ, "client", OtherNodes.NONE);
    pass(CUTOFF_MS / 2);
    volume.canary().begun(System.nanoTime() + ahead.get());
    volume.canary().readFromDevice(System.nanoTime() + ahead.get());
    volume.canary().takeAsked();
    pass(CUTOFF_MS + 3 * PACE_MS);
    assertThat(reader.isDropped()).isFalse();
    assertThat(volume.canary().takeAsked()).as("whether it is asked again").isTrue();
    pass(2 * CUTOFF_MS);
    assertThat(reader.isDropped()).isTrue();
    assertThat(volume.judgement().areReadsStuck()).isTrue();
  }

  @Test
  void aStallOfReadsIsToldOnceWhenItBegins() throws Exception {
    start(volumes.get(1), IoClass.READ, Kind.READ, "client", OtherNodes.NONE);
    writer(volumes.get(0));
    pass(CUTOFF_MS / 2);
    assertThat(readsStalled).isEmpty();
    pass(3 * CUTOFF_MS);
    assertThat(readsStalled).containsExactly(volumes.get(1));
  }

  @Test
  void aVolumeThatAnswersOthersIsSlowAndItsUsersWait() throws Exception {
    ClientTransfer writer = writer(volumes.get(0));
    quickIo(volumes.get(0), IoClass.WRITE);
    pass(10 * CUTOFF_MS);
    assertThat(writer.isDropped()).isFalse();
  }

  @Test
  void theVolumesOwnHistoryIsGrantedBeforeAnybodyIsCutOff() throws Exception {
    for (int call = 0; call < 1_000; call++) {
      volumes.get(0).history(IoClass.WRITE).add(CUTOFF_MS * MS, System.nanoTime());
    }
    ClientTransfer writer = writer(volumes.get(0));
    pass(2 * CUTOFF_MS);
    assertThat(writer.isDropped()).isFalse();
    pass(5 * CUTOFF_MS);
    assertThat(writer.isDropped()).isTrue();
  }

  @Test
  void aPauseOfTheProcessCutsNobodyOff() throws Exception {
    ClientTransfer writer = writer(volumes.get(0));
    pass(PACE_MS);
    ahead.addAndGet(TimeUnit.SECONDS.toNanos(5));
    judge.look(PACE_MS * MS);
    assertThat(writer.isDropped()).isFalse();
    pass(CUTOFF_MS / 2);
    assertThat(writer.isDropped()).isFalse();
    pass(CUTOFF_MS);
    assertThat(writer.isDropped()).isTrue();
  }

  @Test
  void nobodyIsCutOffWhenMostVolumesAreStuck() throws Exception {
    List<ClientTransfer> writers = new ArrayList<>();
    for (VolumeState volume : volumes.subList(0, 3)) {
      writers.add(writer(volume));
    }
    pass(3 * CUTOFF_MS);
    assertThat(writers).noneMatch(ClientTransfer::isDropped);
  }

  @Test
  void asManyAsAllowedMayBeStuck() throws Exception {
    List<ClientTransfer> writers = new ArrayList<>();
    for (VolumeState volume : volumes.subList(0, 2)) {
      writers.add(writer(volume));
    }
    pass(3 * CUTOFF_MS);
    assertThat(writers).allMatch(ClientTransfer::isDropped);
  }

  @Test
  void aCanaryIsAskedForOnceACallIsDoubted() throws Exception {
    writer(volumes.get(0));
    pass(CUTOFF_MS / 2 - 2 * PACE_MS);
    assertThat(volumes.get(0).canary().takeAsked()).isFalse();
    pass(3 * PACE_MS);
    assertThat(volumes.get(0).canary().takeAsked()).isTrue();
    volumes.get(0).canary().begun(System.nanoTime());
    pass(2 * PACE_MS);
    assertThat(volumes.get(0).canary().takeAsked()).isFalse();
  }

  @Test
  void underChurnOnlyThoseAreDroppedWhoAreStuck() throws Exception {
    ClientTransfer stuck = writer(volumes.get(0));
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger dropped = new AtomicInteger();
    Peer peer = mock(Peer.class);
    List<Thread> users = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      VolumeState volume = volumes.get(i % 4);
      Thread user =
          new Thread(
              () -> {
                while (!isOver.get()) {
                  ClientTransfer transfer =
                      new ClientTransfer(
                          Kind.WRITE, peer, "churn", 2, OtherNodes.IN_PIPELINE, () -> null);
                  Transfers.begin(transfer);
                  try (InFlight io = volume.begin("churn", IoClass.SYNC, 0)) {
                    io.succeeded();
                  } finally {
                    Transfers.end();
                  }
                  dropped.addAndGet(transfer.isDropped() ? 1 : 0);
                }
              });
      users.add(user);
      user.start();
    }
    Waits.until(
        "the one that is stuck is cut off",
        LIMIT,
        () -> {
          judge.look(PACE_MS * MS);
          return stuck.isDropped();
        });
    isOver.set(true);
    for (Thread user : users) {
      user.join();
    }
    assertThat(dropped).hasValue(0);
  }
}
