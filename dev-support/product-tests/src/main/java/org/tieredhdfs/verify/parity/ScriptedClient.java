package org.tieredhdfs.verify.parity;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.functional.CallableRaisingIOE;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.verify.fixture.FileCheck;
import org.tieredhdfs.verify.fixture.KnownContent;
import org.tieredhdfs.verify.fixture.PromisedFile;

/** A client of HDFS, with one file at a time. */
final class ScriptedClient extends ScriptClient<ClientStep> {
  private static final long LARGE_BLOCK_BYTES = 64L << 20;
  private static final int MAX_ROLLS = 3;
  private static final String LOG_NAME = "-log";

  /** What the name of a log gets behind it for the next one. */
  static final String ROLLED = "-rolled";

  static final String STRIPED = "XOR-2-1-1024k";
  private static final long RECOVERY_LIMIT_MS = 90_000;
  private static final long TRUNCATION_LIMIT_MS = 20_000;
  private static final long POLL_MS = 100;

  private final Schedule<ClientStep, Fault> schedule;
  private final CallableRaisingIOE<DistributedFileSystem> opening;
  private DistributedFileSystem fs;
  private final Path directory;
  private final boolean isFlushPromised;
  private final ConcurrentLinkedQueue<PromisedFile> files = new ConcurrentLinkedQueue<>();
  private volatile @Nullable PromisedFile file;
  private @Nullable FSDataOutputStream out;
  private @Nullable AsyncLog log;

  /** Files that the script has had created: those that replace a log do not count. */
  private int created;

  /**
   * @param opening opens a client of HDFS
   */
  ScriptedClient(
      int number,
      Schedule<ClientStep, Fault> schedule,
      CallableRaisingIOE<DistributedFileSystem> opening,
      Path directory,
      PlayThreads threads)
      throws IOException {
    super(number, schedule.scripts().get(number), threads);
    this.schedule = schedule;
    this.opening = opening;
    this.fs = opening.apply();
    this.directory = directory;
    this.isFlushPromised = Fault.areFlushesPromised(schedule.faults());
  }

  /** The file that it works on, or did last. */
  @Nullable PromisedFile file() {
    return file;
  }

  List<PromisedFile> files() {
    return List.copyOf(files);
  }

  @Override
  protected void end() {
    AsyncLog open = log;
    if (open != null) {
      open.giveUp();
      log = null;
    }
  }

  @Override
  protected long perform(ClientStep operation)
      throws IOException, TimeoutException, InterruptedException {
    int amount = operation.amount();
    switch (operation.kind()) {
      case CREATE -> create(amount, fs.getDefaultBlockSize(directory));
      case CREATE_LARGE -> create(amount, LARGE_BLOCK_BYTES);
      case CREATE_STRIPED -> createStriped();
      case CREATE_LOG -> createLog("c" + number() + LOG_NAME + created++, amount);
      case CONCAT -> concat(amount);
      case SNAPSHOT -> readInSnapshot();
      case SET_REPLICAS -> fs.setReplication(present(file).path(), (short) amount);
      case SET_POLICY -> setOtherPolicy();
      case WRITE -> write(amount, operation.sync());
      case CLOSE -> {
        present(out).close();
        out = null;
        log = null;
        present(file).closed();
      }
      case ABANDON -> drop();
      case LEAVE -> {
        // What was left open may wake up, and must not go on in the name of another stream
        out = null;
        fs = opening.apply();
      }
      case RECOVER -> {
        out = null;
        return recover();
      }
      case APPEND -> {
        out = fs.append(present(file).path());
        present(file).opened();
      }
      case TRUNCATE -> truncate(amount);
      case READ -> read();
      case READ_AT -> readAt(amount);
      case REST -> TimeUnit.MILLISECONDS.sleep(amount);
    }
    return -1;
  }

  private static <T> T present(@Nullable T thing) throws IOException {
    return Optional.ofNullable(thing).orElseThrow(() -> new IOException("no file, or none open"));
  }

  private Path newFile(int replicas, long blockBytes) {
    return newFile("c" + number() + "-f" + created++, replicas, blockBytes);
  }

  private Path newFile(String name, int replicas, long blockBytes) {
    drop();
    Path path = new Path(directory, name);
    PromisedFile created =
        new PromisedFile(path, schedule.seed() * 31 + number(), replicas, blockBytes);
    files.add(created);
    file = created;
    return path;
  }

  private void createStriped() throws IOException {
    Path path = newFile(1, fs.getDefaultBlockSize(directory));
    out = fs.createFile(path).ecPolicyName(STRIPED).build();
  }

  private void create(int replicas, long blockBytes) throws IOException {
    Path unused = newFile(replicas, blockBytes);
    out = present(file).create(fs);
  }

  private void createLog(String name, int replicas) throws IOException {
    Path path = newFile(name, replicas, LARGE_BLOCK_BYTES);
    AsyncLog created = AsyncLog.create(fs, path, replicas, LARGE_BLOCK_BYTES);
    log = created;
    out = new FSDataOutputStream(created, null);
  }

  private void write(int bytes, ClientStep.Sync sync) throws IOException {
    PromisedFile first = present(file);
    long unsynced = first.writtenBytes() - first.flushedBytes();
    for (int rolls = 0; ; rolls++) {
      try {
        if (rolls > 0) {
          createLog(present(file).path().getName() + ROLLED, first.replicas());
        }
        append((int) (rolls > 0 ? unsynced + bytes : bytes), sync);
        return;
      } catch (IOException | RuntimeException e) {
        if (!isLog(first) || rolls == MAX_ROLLS) {
          throw e;
        }
      }
    }
  }

  /** Whether a file is one that {@link ClientStep.Kind#CREATE_LOG} has created. */
  static boolean isLog(PromisedFile file) {
    return file.path().getName().contains(LOG_NAME);
  }

  private void append(int bytes, ClientStep.Sync sync) throws IOException {
    PromisedFile current = present(file);
    FSDataOutputStream stream = present(out);
    current.write(stream, bytes);
    switch (sync) {
      case HFLUSH -> current.flush(stream);
      case HSYNC -> current.sync(stream);
      case NONE -> {}
    }
  }

  /** Ends its connections, as the end of its process would. */
  @Override
  protected void drop() {
    out = null;
    end();
    fs.getClient().closeAllFilesBeingWritten(true);
  }

  private long recover() throws IOException, TimeoutException, InterruptedException {
    PromisedFile current = present(file);
    recover(fs, current.path());
    long length = fs.getFileStatus(current.path()).getLen();
    if (isFlushPromised && length < current.flushedBytes()) {
      throw new IOException("recovered with " + length + " bytes: " + current);
    }
    current.wrote(length);
    // a log may be several files, which are compared together at the end
    return current.path().getName().contains(LOG_NAME) ? -1 : length;
  }

  /** Has the lease of a file recovered, and waits until the file is closed. */
  static void recover(DistributedFileSystem fs, Path path)
      throws IOException, TimeoutException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(RECOVERY_LIMIT_MS);
    while (!fs.recoverLease(path)) {
      if (System.nanoTime() - endNs > 0) {
        throw new TimeoutException(path + " is not recovered in " + RECOVERY_LIMIT_MS + " ms");
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
  }

  private void truncate(int perMille) throws IOException, TimeoutException, InterruptedException {
    PromisedFile current = present(file);
    long length = fs.getFileStatus(current.path()).getLen() * perMille / 1_000;
    current.opened();
    current.truncated(length);
    if (!fs.truncate(current.path(), length)) {
      // A second order for the block may make Apache's NameNode lose the orders of other recoveries
      for (int i = 0; i < TRUNCATION_LIMIT_MS / POLL_MS && !fs.isFileClosed(current.path()); i++) {
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
      recover(fs, current.path());
    }
    current.closed();
  }

  private void concat(int bytes) throws IOException {
    PromisedFile current = present(file);
    Path end = current.path().suffix("-end");
    long offset = current.writtenBytes();
    byte[] content = new byte[bytes];
    KnownContent.fill(content, bytes, current.seed(), offset);
    try (FSDataOutputStream stream = fs.create(end, (short) current.replicas())) {
      stream.write(content);
    }
    current.opened();
    current.wrote(offset + bytes);
    fs.concat(current.path(), new Path[] {end});
    current.closed();
  }

  private void readInSnapshot() throws IOException {
    String name = present(file).path().getName();
    Path copy = new Path(fs.createSnapshot(directory, name), name);
    byte[] bytes = new byte[(int) present(file).flushedBytes()];
    try (FSDataInputStream in = fs.open(copy)) {
      in.readFully(0, bytes);
    } finally {
      fs.deleteSnapshot(directory, name);
    }
    if (KnownContent.firstWrong(bytes, bytes.length, present(file).seed(), 0) >= 0) {
      throw new IOException(copy + " has wrong bytes");
    }
  }

  private void setOtherPolicy() throws IOException {
    Path path = present(file).path();
    boolean isOnDisk = fs.getStoragePolicy(path).getName().equals("HOT");
    fs.setStoragePolicy(path, isOnDisk ? "ALL_SSD" : "HOT");
  }

  private void read() throws IOException {
    FileCheck.Finding finding = FileCheck.of(fs, present(file), isFlushPromised);
    if (!finding.lost().isEmpty() || !finding.wrong().isEmpty()) {
      throw new IOException(finding.lost() + finding.wrong());
    }
  }

  private void readAt(int perMille) throws IOException {
    PromisedFile current = present(file);
    long from = current.flushedBytes() * perMille / 1_000;
    int length = (int) Math.min(PromisedFile.PIECE_BYTES, current.flushedBytes() - from);
    byte[] bytes = new byte[length];
    try (FSDataInputStream in = fs.open(current.path())) {
      in.readFully(from, bytes);
    }
    if (KnownContent.firstWrong(bytes, length, current.seed(), from) >= 0) {
      throw new IOException(current + ": wrong bytes behind " + from);
    }
  }
}
