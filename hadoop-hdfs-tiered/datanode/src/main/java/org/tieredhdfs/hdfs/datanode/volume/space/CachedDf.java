package org.tieredhdfs.hdfs.datanode.volume.space;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.DF;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.transfer.Transfers;

/**
 * The cached capacity and free space of a volume's file system.
 *
 * <p>Takes the place of the {@link DF} in a stock volume, so that reports to the NameNode and the
 * choice of volumes never wait for a disk. What was written since then is taken off what was free,
 * so that space is not given away twice. A volume that is out of use shows no room, except to a
 * writer that has no other DataNode to append to, and waits. A volume in memory is asked each time:
 * it has no disk to wait for, and is filled faster than anybody refreshes. Thread-safe.
 */
public final class CachedDf extends DF {
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

  private final DF asked;
  private final VolumeState volume;
  private final boolean isAskedEachTime;
  private final long intervalNanos;
  private volatile Figures figures;
  private volatile Runnable onOld = () -> {};

  private record Figures(
      long capacityBytes,
      long usedBytes,
      long availableBytes,
      long writtenBefore,
      long askedNanos) {}

  /** Reads the file system once, so that there is a value from the start. */
  public CachedDf(DF asked, VolumeState volume, long intervalMs) throws IOException {
    super(new File(asked.getDirPath()), Long.MAX_VALUE);
    this.intervalNanos = TimeUnit.MILLISECONDS.toNanos(intervalMs);
    this.asked = asked;
    this.volume = volume;
    this.isAskedEachTime =
        IN_MEMORY.contains(Files.getFileStore(Path.of(asked.getDirPath())).type());
    this.figures = ask();
  }

  private Figures ask() {
    long writtenBefore = volume.traffic().writtenBytes();
    long askedNanos = System.nanoTime();
    return new Figures(
        asked.getCapacity(), asked.getUsed(), asked.getAvailable(), writtenBefore, askedNanos);
  }

  /** Has something done whenever somebody looks at old figures; it must not wait. */
  public void whenOld(Runnable action) {
    onOld = action;
  }

  /** Reads the file system; the only method here that may wait for a disk. */
  public void refresh() {
    figures = ask();
  }

  /** Whether the file system has no device. */
  public boolean isInMemory() {
    return isAskedEachTime;
  }

  private Figures figures() {
    Figures known = figures;
    if (System.nanoTime() - known.askedNanos() > intervalNanos) {
      onOld.run();
    }
    return isAskedEachTime ? ask() : known;
  }

  @Override
  public long getCapacity() {
    return figures().capacityBytes();
  }

  @Override
  public long getUsed() {
    return figures().usedBytes();
  }

  @Override
  public long getAvailable() {
    if (volume.judgement().isHidden() && !Transfers.isOfOnlyWriter()) {
      return 0;
    }
    Figures known = figures();
    long writtenSinceBytes = volume.traffic().writtenBytes() - known.writtenBefore();
    return Math.max(0, known.availableBytes() - writtenSinceBytes);
  }
}
