package org.tieredhdfs.hdfs.datanode.volume.space;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.fs.DF;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.transfer.Transfers;

/**
 * The cached capacity and free space of a volume's file system.
 *
 * <p>Takes the place of the {@link DF} in a stock volume, which asks each time. Figures are a
 * little old at most: a volume that has room again must not refuse blocks. But reports to the
 * NameNode and the choice of volumes wait only {@value #PATIENCE_MS} ms, and once, for a disk that
 * does not answer. What was written since then is taken off what was free, so that space is not
 * given away twice. A volume that is out of use shows no room, except to a writer that has no other
 * DataNode to append to, and waits. A volume in memory is asked each time, as it is filled fast.
 * Thread-safe.
 */
public final class CachedDf extends DF {
  private static final long PATIENCE_MS = 50;

  /** After so much of it the volume is asked for again: another one may keep the thread. */
  private static final long ASKED_AGAIN_MS = 15;

  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

  private final DF asked;
  private final VolumeState volume;
  private final boolean isAskedEachTime;
  private final long intervalNanos;
  private volatile Figures figures;
  private volatile Runnable onOld = () -> {};
  private volatile CompletableFuture<Figures> next = new CompletableFuture<>();

  private record Figures(
      long capacityBytes,
      long usedBytes,
      long availableBytes,
      long writtenBefore,
      long askedNanos) {}

  /** Reads the file system once, so that there is a value from the start. */
  public CachedDf(DF asked, VolumeState volume, long intervalMs) throws IOException {
    super(new File(asked.getDirPath()), Long.MAX_VALUE);
    this.intervalNanos = MILLISECONDS.toNanos(intervalMs);
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

  /** Has something done whenever somebody looks at old figures: refresh them in another thread. */
  public void whenOld(Runnable action) {
    onOld = action;
  }

  /** Reads the file system; the only method here that may wait for a disk. */
  public void refresh() {
    CompletableFuture<Figures> awaited = next;
    figures = ask();
    next = new CompletableFuture<>();
    awaited.complete(figures);
  }

  /** Whether the file system has no device. */
  public boolean isInMemory() {
    return isAskedEachTime;
  }

  private Figures figures() {
    Figures known = figures;
    boolean isOld = System.nanoTime() - known.askedNanos() > intervalNanos;
    CompletableFuture<Figures> coming = next;
    if (isOld) {
      onOld.run();
    }
    if (isAskedEachTime) {
      return ask();
    }
    return isOld ? newer(coming, known) : known;
  }

  /** Once for all: until the volume answers, who comes later has what the first has got. */
  private Figures newer(CompletableFuture<Figures> coming, Figures known) {
    coming.copy().completeOnTimeout(known, ASKED_AGAIN_MS, MILLISECONDS).join();
    if (!coming.isDone()) {
      onOld.run();
    }
    return coming.completeOnTimeout(known, PATIENCE_MS - ASKED_AGAIN_MS, MILLISECONDS).join();
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
