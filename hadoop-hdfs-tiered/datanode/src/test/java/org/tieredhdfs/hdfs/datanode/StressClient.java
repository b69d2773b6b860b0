package org.tieredhdfs.hdfs.datanode;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInfo;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.FsVolumeImpl;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.IndependentFsDataset;
import org.jspecify.annotations.Nullable;

/** A client that does one random thing after the other with files of its own. */
final class StressClient implements Callable<List<StressFile>> {
  private static final int MAX_FILES = 30;
  private static final int RECOVERY_TRIES = 60;
  private static final int RECOVERY_PAUSE_MS = 250;
  private static final AtomicInteger NAMES = new AtomicInteger();

  /** What a client does. */
  enum Step {
    CREATE(25),
    APPEND(20),
    ABANDON(8),
    RECOVER(12),
    READ(20),
    DELETE(7),
    COPIES(8),
    MOVE_TYPE(8),
    MOVE_VOLUME(8);

    private final int weight;

    Step(int weight) {
      this.weight = weight;
    }

    static Step next(Random random) {
      int left = random.nextInt(116);
      for (Step step : values()) {
        left -= step.weight;
        if (left < 0) {
          return step;
        }
      }
      return READ;
    }
  }

  /** What clients share: the files that all may read, and what came of their steps. */
  static final class Board {
    final Collection<StressFile> files = new ConcurrentLinkedQueue<>();
    final Collection<Throwable> wrong = new ConcurrentLinkedQueue<>();
    final Map<Step, AtomicInteger> succeeded = new EnumMap<>(Step.class);
    final Map<Step, AtomicInteger> failed = new EnumMap<>(Step.class);
    volatile boolean stop;

    Board() {
      for (Step step : Step.values()) {
        succeeded.put(step, new AtomicInteger());
        failed.put(step, new AtomicInteger());
      }
    }
  }

  private final StressCluster stress;
  private final int space;
  private final DistributedFileSystem fs;
  private final Random random;
  private final Board board;
  private final List<StressFile> files = new ArrayList<>();

  StressClient(StressCluster stress, int space, Random random, Board board) {
    this.stress = stress;
    this.space = space;
    this.fs = stress.spaces.get(space);
    this.random = random;
    this.board = board;
  }

  /** Goes on until it is told to stop; the files that have to be there afterwards. */
  @Override
  public List<StressFile> call() throws InterruptedException {
    while (!board.stop) {
      Step step = Step.next(random);
      try {
        if (take(step)) {
          count(board.succeeded, step);
        }
      } catch (IOException e) {
        // A fault may fail any operation; it must not fail what was acknowledged
        count(board.failed, step);
        Thread.sleep(20);
      } catch (AssertionError | RuntimeException e) {
        board.wrong.add(e);
      }
    }
    return files;
  }

  private static void count(Map<Step, AtomicInteger> counters, Step step) {
    AtomicInteger counter = counters.get(step);
    if (counter != null) {
      counter.incrementAndGet();
    }
  }

  /** Whether there was something to do. */
  private boolean take(Step step) throws IOException {
    return switch (step) {
      case CREATE -> files.size() < MAX_FILES && write(newFile(), file -> file.create(random));
      case APPEND -> write(closed(), file -> file.append(random));
      case ABANDON -> write(closed(), file -> file.abandon(random));
      case RECOVER -> recover(find(true));
      case READ -> read();
      case DELETE -> delete(find(false));
      case COPIES -> setCopies(find(false));
      case MOVE_TYPE -> move(true);
      case MOVE_VOLUME -> move(false);
    };
  }

  private interface Writing {
    void on(StressFile file) throws IOException;
  }

  private StressFile newFile() {
    int name = NAMES.incrementAndGet();
    Path path = new Path(StressCluster.directory(random.nextBoolean()), "f" + name);
    StressFile file = new StressFile(fs, path, name);
    files.add(file);
    board.files.add(file);
    return file;
  }

  private boolean write(@Nullable StressFile file, Writing writing) throws IOException {
    if (file == null) {
      return false;
    }
    Lock lock = stress.secondSpaceWriters.readLock();
    if (space == 1) {
      lock.lock();
    }
    try {
      writing.on(file);
    } finally {
      if (space == 1) {
        lock.unlock();
      }
    }
    return true;
  }

  private boolean recover(@Nullable StressFile file) throws IOException {
    if (file == null) {
      return false;
    }
    stress.recoveries.readLock().lock();
    try {
      // To the end if possible: what the NameNode has begun goes on without us
      for (int i = 0; i < RECOVERY_TRIES; i++) {
        if (file.recover()) {
          return true;
        }
        Thread.sleep(RECOVERY_PAUSE_MS);
      }
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    } finally {
      stress.recoveries.readLock().unlock();
    }
  }

  private boolean read() throws IOException {
    StressFile any = null;
    int index = random.nextInt(1 + board.files.size());
    for (StressFile file : board.files) {
      any = file;
      if (index-- == 0) {
        break;
      }
    }
    if (any == null || !any.isPromised()) {
      return false;
    }
    any.read();
    return true;
  }

  private boolean delete(@Nullable StressFile file) throws IOException {
    if (file == null || files.size() < MAX_FILES / 6) {
      return false;
    }
    files.remove(file);
    board.files.remove(file);
    return fs.delete(file.path(), false);
  }

  /** Down to a single copy, too, so that each deletion counts. */
  private boolean setCopies(@Nullable StressFile file) throws IOException {
    int copies = 1 + random.nextInt(StressCluster.NODES);
    return file != null && fs.setReplication(file.path(), (short) copies);
  }

  /** Moves some block between volumes of one DataNode, as Mover and disk balancer do. */
  private boolean move(boolean toOtherType) throws IOException {
    IndependentFsDataset dataset = someDataset();
    if (dataset == null) {
      return false;
    }
    List<ReplicaInfo> blocks = dataset.getFinalizedBlocks(stress.pool(space));
    List<FsVolumeImpl> volumes = dataset.getVolumeList();
    if (blocks.isEmpty() || volumes.isEmpty()) {
      return false;
    }
    ReplicaInfo replica = blocks.get(random.nextInt(blocks.size()));
    ExtendedBlock block = new ExtendedBlock(stress.pool(space), replica);
    if (toOtherType) {
      boolean onSsd = replica.getVolume().getStorageType() == StorageType.SSD;
      dataset.moveBlockAcrossStorage(block, onSsd ? StorageType.DISK : StorageType.SSD, "");
      return true;
    }
    FsVolumeImpl target = volumes.get(random.nextInt(volumes.size()));
    if (target.getStorageID().equals(replica.getStorageUuid())) {
      return false;
    }
    dataset.moveBlockAcrossVolumes(block, target);
    return true;
  }

  /** The dataset of some DataNode; null if that one is being restarted. */
  private @Nullable IndependentFsDataset someDataset() {
    List<DataNode> running = new ArrayList<>(stress.cluster.getDataNodes());
    int index = random.nextInt(StressCluster.NODES);
    return index < running.size() ? (IndependentFsDataset) running.get(index).getFSDataset() : null;
  }

  private @Nullable StressFile closed() throws IOException {
    StressFile file = find(false);
    return file == null || file.isLeftOpen() || file.isLosingACopy() ? null : file;
  }

  private @Nullable StressFile find(boolean leftOpen) {
    List<StressFile> found = new ArrayList<>(files);
    found.removeIf(file -> !file.isPromised() || (leftOpen && !file.isLeftOpen()));
    return found.isEmpty() ? null : found.get(random.nextInt(found.size()));
  }
}
