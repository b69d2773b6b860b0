package org.tieredhdfs.mover.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.api.BlockFailure;
import org.tieredhdfs.mover.api.FileOutcome;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.FileResult;
import org.tieredhdfs.mover.api.Reason;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.CountProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.RequestStatusProto.State;
import org.tieredhdfs.mover.service.journal.Journal;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.ServiceSettings;

/** What becomes of open requests, on a journal in HDFS. */
class OpenRequestsTest {
  @TempDir static File folder;
  private static MoverCluster cluster;
  private static DistributedFileSystem fs;

  @BeforeAll
  static void start() throws Exception {
    cluster = MoverCluster.alike(folder, StorageType.DISK);
    fs = cluster.fs;
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static List<QueuedRequest> open(Journal journal) {
    return journal.state().open().values().stream().map(RequestLife::request).toList();
  }

  @Test
  void whatAWalkFindsOfAKnownFileIsLookedAtWhereItIsNow() throws Exception {
    Path directory = new Path("/journal/found");
    long laterMs = System.currentTimeMillis() + TimeUnit.DAYS.toMillis(2);
    try (Journal journal = new Journal(fs, directory, 3)) {
      OpenRequests requests =
          new OpenRequests(journal, ServiceSettings.of(new Configuration(cluster.conf)));
      requests.accept(
          List.of(
              QueuedRequest.ofEvent(1, "/old/queued", Origin.RENAME, false),
              QueuedRequest.ofEvent(2, "/old/running", Origin.RENAME, false),
              QueuedRequest.ofEvent(9, "/new", Origin.RENAME, true)),
          5);
      OpenRequests.Turn walk = requests.take(FairQueue.Lane.WALKS);
      OpenRequests.Turn queued = requests.take(FairQueue.Lane.FILES);
      OpenRequests.Turn running = requests.take(FairQueue.Lane.FILES);
      requests.rest(queued, 0);
      walk.run().heldBack(new FileRef(1, "/new/queued"), laterMs);
      walk.run().heldBack(new FileRef(2, "/new/running"), laterMs);
      walk.run().heldBack(new FileRef(3, "/new/fresh"), laterMs);
      // As they were listed, before they were renamed
      for (int inode = 1; inode <= 3; inode++) {
        BlockFailure open = new BlockFailure("blk", Reason.BEING_WRITTEN, "");
        walk.run()
            .ended(
                new FileResult(inode, "/old/file", FileOutcome.INCOMPLETE, 0, 0, List.of(open), 1));
      }
      assertThat(requests.worked(running, null, false)).isEqualTo(RequestLife.Stage.ACCEPTED);
      assertThat(requests.worked(walk, null, false)).isEqualTo(RequestLife.Stage.DONE);
      requests.forget(walk.life());
      assertThat(open(journal))
          .extracting(QueuedRequest::path)
          .containsExactly("/new/queued", "/new/running", "/new/fresh");
      assertThat(requests.filesEnded(running.life())).as("it is not over").isFalse();
      assertThat(requests.take(FairQueue.Lane.FILES).life()).isIn(queued.life(), running.life());
      assertThat(requests.take(FairQueue.Lane.FILES).life()).isIn(queued.life(), running.life());
    }
    try (Journal journal = new Journal(fs, directory, 3)) {
      assertThat(open(journal))
          .extracting(QueuedRequest::path)
          .containsExactly("/new/queued", "/new/running", "/new/fresh");
    }
  }

  @Test
  void cancellingADirectoryWhileAllItsFilesAreWorkedOnEndsThemAndIt() throws Exception {
    try (Journal journal = new Journal(fs, new Path("/journal/cancelled"), 3)) {
      OpenRequests requests =
          new OpenRequests(journal, ServiceSettings.of(new Configuration(cluster.conf)));
      RequestBook book = new RequestBook(journal, requests);
      long id =
          requests.acceptTogether(List.of(QueuedRequest.ofUser(1, "/cold", "ann", true, true)));
      OpenRequests.Turn walk = requests.take(FairQueue.Lane.WALKS);
      book.began(walk);
      for (int inode = 2; inode <= 4; inode++) {
        walk.run().heldBack(new FileRef(inode, "/cold/" + inode), 0);
      }
      book.worked(walk, null, false);
      List<OpenRequests.Turn> files = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        OpenRequests.Turn file = requests.take(FairQueue.Lane.FILES);
        book.began(file);
        files.add(file);
      }
      assertThat(book.cancel(id)).isTrue();
      for (OpenRequests.Turn file : files) {
        assertThat(Objects.requireNonNull(book.status(id)).getPath()).isEqualTo("/cold");
        book.worked(file, null, false);
      }
      RequestStatusProto ended = Objects.requireNonNull(book.status(id));
      assertThat(ended.getState()).isEqualTo(State.CANCELLED);
      assertThat(ended.getPath()).isEqualTo("/cold");
      assertThat(requests.open()).isZero();
    }
  }

  @Test
  void whatARequestHasGivenUpBeforeARestartIsInItsOutcomeOnce() throws Exception {
    Path directory = new Path("/journal/given-up");
    ServiceSettings settings = ServiceSettings.of(new Configuration(cluster.conf));
    long twoFiles;
    long tree;
    try (Journal journal = new Journal(fs, directory, 3)) {
      OpenRequests requests = new OpenRequests(journal, settings);
      RequestBook book = new RequestBook(journal, requests);
      twoFiles =
          requests.acceptTogether(
              List.of(
                  QueuedRequest.ofUser(1, "/pinned", "ann", false, false),
                  QueuedRequest.ofUser(2, "/other", "ann", false, false)));
      tree = requests.acceptTogether(List.of(QueuedRequest.ofUser(3, "/tree", "ann", true, true)));
      OpenRequests.Turn file = requests.take(FairQueue.Lane.FILES);
      giveUp(journal, file, new FileRef(1, "/pinned"));
      book.worked(file, null, true);
      giveUp(journal, requests.take(FairQueue.Lane.WALKS), new FileRef(4, "/tree/pinned"));
    }
    try (Journal journal = new Journal(fs, directory, 3)) {
      OpenRequests requests = new OpenRequests(journal, settings);
      RequestBook book = new RequestBook(journal, requests);
      assertThat(Objects.requireNonNull(book.status(tree)).getFailuresList())
          .as("it is walked again")
          .isEmpty();
      OpenRequests.Turn other = requests.take(FairQueue.Lane.FILES);
      other.run().began(new EndedHandle());
      book.began(other);
      book.worked(other, null, false);
      RequestStatusProto ended = Objects.requireNonNull(book.status(twoFiles));
      assertThat(ended.getStage()).isEqualTo(RequestLife.Stage.GIVEN_UP.name());
      assertThat(ended.getFilesFound()).isEqualTo(2);
      assertThat(ended.getFilesByOutcomeList())
          .extracting(CountProto::getName, CountProto::getCount)
          .contains(tuple(FileOutcome.INCOMPLETE.name(), 1L));
      assertThat(ended.getFailuresList()).containsExactly("/pinned: PINNED");
    }
  }

  private static void giveUp(Journal journal, OpenRequests.Turn turn, FileRef file) {
    BlockFailure pinned = new BlockFailure("blk", Reason.PINNED, "");
    turn.run()
        .ended(
            new FileResult(
                file.inodeId(), file.path(), FileOutcome.INCOMPLETE, 0, 0, List.of(pinned), 1));
    turn.run().givenUp().forEach(journal::gaveUp);
  }

  @Test
  void aDirectoryAndItsSnapshotsAreRequestsOfTheirOwnThoughTheyHaveOneInode() throws Exception {
    try (Journal journal = new Journal(fs, new Path("/journal/snapshots"), 3)) {
      OpenRequests requests =
          new OpenRequests(journal, ServiceSettings.of(new Configuration(cluster.conf)));
      List<String> paths = List.of("/d", "/d/.snapshot/one", "/d/.snapshot/two");
      List<Long> ids = new ArrayList<>();
      for (String path : paths) {
        ids.add(requests.acceptTogether(List.of(QueuedRequest.ofUser(1, path, "ann", true, true))));
      }
      for (int i = 0; i < paths.size(); i++) {
        QueuedRequest again = QueuedRequest.ofUser(1, paths.get(i), "ann", true, true);
        assertThat(requests.acceptTogether(List.of(again))).isEqualTo(ids.get(i));
      }
      assertThat(open(journal)).extracting(QueuedRequest::path).containsExactlyElementsOf(paths);
    }
  }

  @Test
  void askingWorkingPuttingBackAndCancellingAtTheSameTimeLosesAndDoublesNothing() throws Exception {
    int askers = 4;
    int requestsOfEach = 100;
    Path directory = new Path("/journal/stress");
    Set<Long> asked = ConcurrentHashMap.newKeySet();
    Map<Long, Integer> worked = new ConcurrentHashMap<>();
    try (Journal journal = new Journal(fs, directory, 100_000)) {
      OpenRequests requests =
          new OpenRequests(journal, ServiceSettings.of(new Configuration(cluster.conf)));
      RequestBook book = new RequestBook(journal, requests);
      ExecutorService threads = Executors.newCachedThreadPool();
      List<Future<?>> asking = new ArrayList<>();
      for (int i = 0; i < askers; i++) {
        Random random = new Random(i);
        int first = i * requestsOfEach;
        asking.add(
            threads.submit(
                () -> {
                  for (int j = 0; j < requestsOfEach; j++) {
                    List<QueuedRequest> parts =
                        Collections.nCopies(
                            1 + random.nextInt(4),
                            QueuedRequest.ofUser(first + j, "/x", "ann", true, false));
                    long id = requests.acceptTogether(parts);
                    asked.add(id);
                    if (random.nextInt(4) == 0) {
                      book.cancel(id);
                    }
                  }
                  return null;
                }));
      }
      for (int i = 0; i < 4; i++) {
        Random random = new Random(-i);
        Future<?> unused = threads.submit(() -> work(requests, book, random, worked));
      }
      Future<?> looking = threads.submit(() -> look(book, asked));
      for (Future<?> one : asking) {
        one.get(60, TimeUnit.SECONDS);
      }
      long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while ((requests.open() > 0 || book.runningCount() > 0) && System.nanoTime() < deadlineNs) {
        Thread.sleep(10);
      }
      threads.shutdownNow();
      looking.get(10, TimeUnit.SECONDS);
      assertThat(threads.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
      assertThat(requests.open()).isZero();
      assertThat(asked).hasSize(askers * requestsOfEach);
      assertThat(worked.values()).containsOnly(1);
      for (RequestStatusProto status : journal.state().finished()) {
        assertThat(
                status.getState() == State.CANCELLED || status.getFilesFound() == status.getPaths())
            .as("%s", status)
            .isTrue();
      }
      assertThat(journal.state().finished())
          .extracting(RequestStatusProto::getId)
          .containsExactlyInAnyOrderElementsOf(asked);
    }
    try (Journal again = new Journal(fs, directory, 100_000)) {
      assertThat(again.state().openCount()).isZero();
      assertThat(again.state().finished()).hasSize(askers * requestsOfEach);
    }
  }

  /** Asks for what was asked for, until it is interrupted: it is always known. */
  private static void look(RequestBook book, Set<Long> asked) {
    while (!Thread.currentThread().isInterrupted()) {
      for (long id : asked) {
        assertThat(book.status(id)).as("request %s", id).isNotNull();
      }
    }
  }

  /** Works on what comes until it is interrupted; counts how often each came to its end. */
  private static @Nullable Void work(
      OpenRequests requests, RequestBook book, Random random, Map<Long, Integer> worked) {
    try {
      while (true) {
        OpenRequests.Turn turn = requests.take(FairQueue.Lane.FILES);
        turn.run().began(new EndedHandle());
        book.began(turn);
        if (random.nextInt(5) == 0 && !book.isCancelled(turn.life())) {
          book.willRest(turn);
          requests.rest(turn, random.nextInt(5));
        } else {
          worked.merge(turn.life().id(), 1, Integer::sum);
          book.worked(turn, null, false);
        }
      }
    } catch (InterruptedException e) {
      return null;
    }
  }
}
