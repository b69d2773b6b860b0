package org.tieredhdfs.mover.service.journal;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.zip.CRC32;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.fs.Options.ChecksumOpt;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.test.GenericTestUtils;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.mover.MoverCluster;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.rpc.proto.FileMoverProtos.LimitsProto;
import org.tieredhdfs.mover.service.request.GivenUp;
import org.tieredhdfs.mover.service.request.QueuedRequest;
import org.tieredhdfs.mover.service.request.QueuedRequest.Origin;
import org.tieredhdfs.mover.service.request.RequestLife;
import org.tieredhdfs.mover.service.request.WaitingFile;
import org.tieredhdfs.mover.service.request.WaitingFile.Why;

class JournalTest {
  private static final String CODING = "XOR-2-1-1024k";

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

  private static QueuedRequest request(String path) {
    return QueuedRequest.ofEvent(path.hashCode(), path, Origin.RENAME, false);
  }

  private static List<QueuedRequest> accept(
      Journal journal, long transaction, QueuedRequest... requests) throws IOException {
    return journal.accept(List.of(requests), List.of(), transaction).stream()
        .map(RequestLife::request)
        .toList();
  }

  private static List<QueuedRequest> open(Journal journal) {
    return journal.state().open().values().stream().map(RequestLife::request).toList();
  }

  private static List<String> names(Path directory) throws IOException {
    return Arrays.stream(FileUtil.stat2Paths(fs.listStatus(directory))).map(Path::getName).toList();
  }

  /** HDFS neither syncs nor appends to erasure-coded files as a journal and a lock need it. */
  @Test
  void nothingIsErasureCodedWhereTheDirectoryIs() throws Exception {
    Path directory = new Path("/coded/journal");
    fs.mkdirs(directory.getParent());
    fs.enableErasureCodingPolicy(CODING);
    fs.setErasureCodingPolicy(directory.getParent(), CODING);
    try (Journal journal = new Journal(fs, directory, 3)) {
      accept(journal, 17, request("/a"));
      LeaderLock.take(fs, new Path(directory, "lock")).close();
      LeaderLock.take(fs, new Path(directory, "lock")).close();
      for (FileStatus file : fs.listStatus(directory)) {
        assertThat(file.isErasureCoded()).as("%s", file.getPath()).isFalse();
      }
    }
    try (Journal again = new Journal(fs, directory, 3)) {
      assertThat(open(again)).extracting(QueuedRequest::path).containsExactly("/a");
    }
  }

  @Test
  void whoLostTheLockLearnsItFromTheNameNode() throws Exception {
    Path path = new Path("/journal/lost/lock");
    try (DistributedFileSystem other =
        (DistributedFileSystem) FileSystem.newInstance(fs.getUri(), fs.getConf())) {
      LeaderLock lock = LeaderLock.take(other, path);
      lock.requireHeld();
      GenericTestUtils.waitFor(() -> recovered(path), 100, 60_000);

      assertThatThrownBy(lock::requireHeld).isInstanceOf(IOException.class);

      try (LeaderLock next = LeaderLock.take(fs, path)) {
        next.requireHeld();
        assertThatThrownBy(lock::requireHeld).isInstanceOf(IOException.class);
      }
      // it cannot be closed any more
      other.getClient().closeAllFilesBeingWritten(true);
    }
  }

  private boolean recovered(Path path) {
    try {
      return fs.recoverLease(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void whatWasAcceptedIsThereAfterACrashAndWhatHasEndedIsNot() throws Exception {
    Path directory = new Path("/journal/crash");
    // not closed: as if the process had been killed
    Journal first = new Journal(fs, directory, 3);
    List<QueuedRequest> accepted =
        accept(first, 17, request("/a"), request("/b ü\n"), request("/c"));
    first.ended(accepted.get(0).id());
    assertThat(accept(first, 40)).isEmpty();

    try (Journal second = new Journal(fs, directory, 3)) {
      assertThat(second.wasDamaged()).isFalse();
      assertThat(second.state().lastTransaction()).isEqualTo(40);
      assertThat(open(second)).containsExactly(accepted.get(1), accepted.get(2));
      assertThat(accept(second, 41, request("/d")).get(0).id()).isGreaterThan(accepted.get(2).id());
    }
    assertThat(names(directory)).containsExactly("journal.2");
  }

  @Test
  void whatWaitsWhatWasGivenUpAndLimitsAreThereAfterACrashAndACompaction() throws Exception {
    Path directory = new Path("/journal/waits");
    Journal first = new Journal(fs, directory, 3);
    QueuedRequest dir = QueuedRequest.ofEvent(1, "/d", Origin.RENAME, true);
    RequestLife waits = first.accept(List.of(dir, dir, dir), List.of(), 3).get(0);
    RequestLife joined = requireNonNull(first.state().open().get(waits.id() + 1));
    WaitingFile open =
        new WaitingFile(new FileRef(1, "/d"), Why.OPEN, "", 5, 6, 2, System.nanoTime());
    for (RequestLife life : List.of(waits, joined)) {
      assertThat(life.begin()).isNull();
      life.worked(open, false);
      first.waits(life, open, life.joins());
    }
    RequestLife found =
        first.found(
            waits.request().ofFile(new FileRef(7, "/d/ü")),
            new WaitingFile(new FileRef(7, "/d/ü"), Why.RETRY, "NO_SPACE", 7, 8, 3, 1));
    assertThat(first.accept(List.of(), List.of(joined.join(dir)), 4)).isEmpty();
    GivenUp given = new GivenUp(9, "/g", waits.id(), "ann", "PINNED", "a detail", 11);
    first.gaveUp(given);
    first.gaveUp(new GivenUp(10, "/h", waits.id(), "ann", "CORRUPT", "", 12));
    first.resolved(10);
    first.resolved(10);
    assertThat(first.state().givenUp()).containsExactly(given);
    first.limits(LimitsProto.newBuilder().setMoves(5).build());
    for (int i = 0; i < 2; i++) {
      // the second time it is read from what the first has written
      try (Journal next = new Journal(fs, directory, 3)) {
        RequestLife known = requireNonNull(next.state().open().get(waits.id()));
        assertThat(known.stage()).isEqualTo(RequestLife.Stage.WAITING);
        WaitingFile file = requireNonNull(known.waiting());
        assertThat(file.file()).isEqualTo(open.file());
        assertThat(List.of(file.why(), file.sinceMs(), file.nextMs(), file.tries()))
            .isEqualTo(List.of(Why.OPEN, 5L, 6L, 2));
        RequestLife again = requireNonNull(next.state().open().get(joined.id()));
        assertThat(again.stage()).as("all of it").isEqualTo(RequestLife.Stage.ACCEPTED);
        assertThat(again.waiting()).isNull();
        RequestLife part = requireNonNull(next.state().open().get(found.id()));
        assertThat(part.request()).isEqualTo(found.request());
        assertThat(part.request().group()).as("one of its own").isEqualTo(found.id());
        assertThat(requireNonNull(part.waiting()).reason()).isEqualTo("NO_SPACE");
        assertThat(requireNonNull(part.waiting()).tries()).isEqualTo(3);
        assertThat(next.state().givenUp()).containsExactly(given);
        assertThat(next.state().limits()).isEqualTo(LimitsProto.newBuilder().setMoves(5).build());
        assertThat(next.state().openCount()).isEqualTo(4);
      }
    }
  }

  @Test
  void aRecordOfAnEarlierVersionIsReadAsADirectory() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream body = new DataOutputStream(bytes);
    body.writeByte('A');
    body.writeLong(3);
    body.writeLong(2);
    body.writeInt(2);
    body.writeLong(77);
    body.writeUTF("USER");
    body.writeUTF("ann");
    body.writeBoolean(true);
    body.writeLong(1_000);
    body.writeInt(2);
    body.write(new byte[] {'/', 'x'});
    CRC32 crc = new CRC32();
    crc.update(bytes.toByteArray());
    ByteArrayOutputStream record = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(record);
    out.writeInt(bytes.size());
    out.writeInt((int) crc.getValue());
    out.write(bytes.toByteArray());
    JournalState state = new JournalState(1);
    JournalRecords.read(new DataInputStream(new ByteArrayInputStream(record.toByteArray())), state);
    assertThat(requireNonNull(state.open().get(3L)).request())
        .isEqualTo(new QueuedRequest(3, 2, 2, 77, "/x", Origin.USER, "ann", true, 1_000, true));
  }

  @Test
  void anInstanceThatWasThoughtDeadCanWriteNoMore() throws Exception {
    Path directory = new Path("/journal/fenced");
    Journal old = new Journal(fs, directory, 3);
    accept(old, 1, request("/before"));
    try (Journal current = new Journal(fs, directory, 3)) {
      assertThatThrownBy(() -> accept(old, 2, request("/after"))).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> accept(old, 2, request("/after")))
          .isInstanceOf(FencedException.class)
          .hasMessageContaining("another instance has taken over, with epoch 2 after 1");
      assertThat(open(current)).extracting(QueuedRequest::path).containsExactly("/before");
    }
    try (Journal next = new Journal(fs, directory, 3)) {
      assertThat(open(next)).extracting(QueuedRequest::path).containsExactly("/before");
    }
  }

  /** A file system in which something else happens before the next file is created. */
  private static final class SlowFileSystem extends DistributedFileSystem {
    private volatile @Nullable Callable<?> before;

    @Override
    public FSDataOutputStream create(
        Path file,
        FsPermission permission,
        EnumSet<CreateFlag> flags,
        int bufferBytes,
        short replication,
        long blockBytes,
        Progressable progress,
        ChecksumOpt checksum)
        throws IOException {
      Callable<?> other = before;
      before = null;
      if (other != null) {
        try {
          other.call();
        } catch (Exception e) {
          throw new IOException(e);
        }
      }
      return super.create(
          file, permission, flags, bufferBytes, replication, blockBytes, progress, checksum);
    }
  }

  @Test
  void anInstanceThatMendsItsJournalWhileAnotherTakesOverIsFenced() throws Exception {
    Path directory = new Path("/journal/taken-over");
    try (SlowFileSystem slow = new SlowFileSystem()) {
      slow.initialize(fs.getUri(), cluster.conf);
      Journal old = new Journal(slow, directory, 3);
      accept(old, 1, request("/before"));
      while (!fs.recoverLease(new Path(directory, "journal.1"))) {
        Thread.sleep(50);
      }
      assertThatThrownBy(() -> accept(old, 2, request("/lost"))).isInstanceOf(IOException.class);
      List<Journal> others = new ArrayList<>();
      slow.before =
          () -> {
            Journal other = new Journal(fs, directory, 3);
            other.compact();
            return others.add(other);
          };
      for (int i = 0; i < 2; i++) {
        assertThatThrownBy(() -> accept(old, 2, request("/after")))
            .isInstanceOf(FencedException.class)
            .hasMessageContaining("epoch 3 after 2");
      }
      assertThat(open(others.get(0))).extracting(QueuedRequest::path).containsExactly("/before");
      others.get(0).close();
    }
    try (Journal next = new Journal(fs, directory, 3)) {
      assertThat(open(next)).extracting(QueuedRequest::path).containsExactly("/before");
    }
  }

  @Test
  void aFileThatCanBeWrittenNoMoreIsReplacedByANewOne() throws Exception {
    Path directory = new Path("/journal/broken");
    try (Journal journal = new Journal(fs, directory, 3)) {
      accept(journal, 1, request("/before"));
      // as a failed pipeline does, this makes every further write fail
      while (!fs.recoverLease(new Path(directory, "journal.1"))) {
        Thread.sleep(50);
      }
      assertThatThrownBy(() -> accept(journal, 2, request("/lost")))
          .isInstanceOf(IOException.class);
      accept(journal, 2, request("/again"));
      assertThat(names(directory)).containsExactly("journal.2");
    }
    try (Journal journal = new Journal(fs, directory, 3)) {
      assertThat(open(journal))
          .extracting(QueuedRequest::path)
          .containsExactly("/before", "/again");
      assertThat(journal.state().lastTransaction()).isEqualTo(2);
    }
  }

  @Test
  void withoutSpaceEachRequestIsRefusedAndWhatWasAcceptedStaysAndGoesOnWhenThereIsSome()
      throws Exception {
    Path directory = new Path("/journal/quota");
    // as long as a block, so that there is always something to write
    String path = "/" + "x".repeat(MoverCluster.BLOCK_BYTES / 2);
    try (Journal journal = new Journal(fs, directory, 3)) {
      QueuedRequest first = accept(journal, 1, request("/first")).get(0);
      QueuedRequest before = accept(journal, 2, request("/before")).get(0);
      fs.setQuota(directory, HdfsConstants.QUOTA_DONT_SET, 3L * MoverCluster.BLOCK_BYTES);
      for (int i = 0; i < 5; i++) {
        assertThatThrownBy(() -> accept(journal, 3, request(path), request(path)))
            .isInstanceOf(IOException.class)
            .hasMessageStartingWith(
                directory + ": cannot write the journal, so nothing was accepted: ")
            .hasMessageContaining("quota")
            .message()
            .doesNotContain("\n");
        // no more files than before
        assertThat(names(directory)).containsExactly("journal.1");
      }
      // ends are taken note of all the same
      journal.ended(first.id());
      assertThat(open(journal)).containsExactly(before);
      assertThat(journal.state().lastTransaction()).isEqualTo(2);

      fs.setQuota(directory, HdfsConstants.QUOTA_DONT_SET, HdfsConstants.QUOTA_RESET);
      accept(journal, 3, request(path));
      assertThat(names(directory)).containsExactly("journal.2");
    }
    try (Journal journal = new Journal(fs, directory, 3)) {
      assertThat(open(journal)).extracting(QueuedRequest::path).containsExactly("/before", path);
      assertThat(journal.state().lastTransaction()).isEqualTo(3);
    }
  }

  @Test
  void aStartWithoutSpaceIsRefusedAndLeavesTheJournalAsItWas() throws Exception {
    Path directory = new Path("/journal/start");
    try (Journal journal = new Journal(fs, directory, 3)) {
      accept(journal, 7, request("/kept"));
    }
    fs.setQuota(directory, HdfsConstants.QUOTA_DONT_SET, MoverCluster.BLOCK_BYTES);
    assertThatThrownBy(() -> new Journal(fs, directory, 3)).hasMessageContaining("quota");
    assertThat(names(directory)).containsExactly("journal.1");
    fs.setQuota(directory, HdfsConstants.QUOTA_DONT_SET, HdfsConstants.QUOTA_RESET);
    try (Journal journal = new Journal(fs, directory, 3)) {
      assertThat(open(journal)).extracting(QueuedRequest::path).containsExactly("/kept");
    }
  }

  @Test
  void aRecordThatWasBeingWrittenIsLeftOut() throws Exception {
    Path directory = new Path("/journal/torn");
    try (Journal journal = new Journal(fs, directory, 3)) {
      accept(journal, 5, request("/whole"), request("/torn"));
    }
    Path file = new Path(directory, "journal.1");
    FileStatus status = fs.getFileStatus(file);
    // the last record says what was seen; the one before it is cut, too
    truncate(file, status.getLen() - 20);
    try (Journal journal = new Journal(fs, directory, 3)) {
      assertThat(journal.wasDamaged()).isFalse();
      assertThat(open(journal)).extracting(QueuedRequest::path).containsExactly("/whole");
      assertThat(journal.state().lastTransaction()).isEqualTo(JournalState.NOTHING_SEEN);
    }
  }

  private static void truncate(Path file, long length) throws Exception {
    if (!fs.truncate(file, length)) {
      while (!fs.isFileClosed(file)) {
        Thread.sleep(50);
      }
    }
  }

  @Test
  void aDamagedFileIsSetAsideAndWhatPrecedesTheDamageIsKept() throws Exception {
    Path directory = new Path("/journal/damaged");
    try (Journal journal = new Journal(fs, directory, 3)) {
      accept(journal, 5, request("/kept"));
    }
    try (FSDataOutputStream out = fs.append(new Path(directory, "journal.1"))) {
      out.write(new byte[] {0, 0, 0, 3, 1, 2, 3, 4, 'A', 'B', 'C'});
    }
    try (Journal journal = new Journal(fs, directory, 3)) {
      assertThat(journal.wasDamaged()).isTrue();
      // killed before all that is followed was accepted anew
    }
    try (Journal journal = new Journal(fs, directory, 3)) {
      assertThat(journal.wasDamaged()).isTrue();
      assertThat(open(journal)).extracting(QueuedRequest::path).containsExactly("/kept");
      assertThat(journal.state().lastTransaction()).isEqualTo(5);
      journal.madeUp();
    }
    assertThat(names(directory))
        .containsExactlyInAnyOrder("damaged.journal.1", "damaged.journal.2", "journal.3");
    try (Journal journal = new Journal(fs, directory, 3)) {
      assertThat(journal.wasDamaged()).isFalse();
    }
  }

  @Test
  void compactionKeepsWhatIsOpenAndDropsTheOldFile() throws Exception {
    Path directory = new Path("/journal/compact");
    try (Journal journal = new Journal(fs, directory, 3)) {
      List<QueuedRequest> accepted = accept(journal, 9, request("/done"), request("/open"));
      journal.ended(accepted.get(0).id());
      journal.compact();
      assertThat(names(directory)).containsExactly("journal.2");
    }
    try (Journal journal = new Journal(fs, directory, 3)) {
      assertThat(open(journal)).extracting(QueuedRequest::path).containsExactly("/open");
      assertThat(journal.state().lastTransaction()).isEqualTo(9);
    }
  }

  /** It wrote all that is open anew for each thousand ends, however little they took. */
  @Test
  void itIsCompactedByTheBytesThatNoLongerCount() throws Exception {
    Path directory = new Path("/journal/bytes");
    String name = "n".repeat(4_000);
    try (Journal journal = new Journal(fs, directory, 3)) {
      accept(journal, 1, request("/open/" + name));
      for (int batch = 0; batch < 12; batch++) {
        if (batch < 7) {
          assertThat(names(directory)).as("14 MB are too few").containsExactly("journal.1");
        }
        QueuedRequest[] arrived = new QueuedRequest[500];
        for (int i = 0; i < arrived.length; i++) {
          arrived[i] = request("/" + batch + "/" + i + "/" + name);
        }
        for (QueuedRequest request : accept(journal, batch, arrived)) {
          journal.ended(request.id());
        }
      }
      assertThat(names(directory)).containsExactly("journal.2");
      assertThat(open(journal)).hasSize(1);
    }
    assertThat(fs.getFileStatus(new Path(directory, "journal.2")).getLen()).isLessThan(16 << 20);
  }
}
