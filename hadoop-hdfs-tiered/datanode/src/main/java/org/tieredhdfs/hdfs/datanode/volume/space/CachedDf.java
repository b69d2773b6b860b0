package org.tieredhdfs.hdfs.datanode.volume.space;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.apache.hadoop.fs.DF;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.transfer.Transfers;

/**
 * The cached capacity and free space of a volume's file system.
 *
 * <p>Takes the place of the {@link DF} in a stock volume, so that reports to the NameNode and the
 * choice of volumes never wait for a disk. What was written since then is taken off what was free,
 * so that space is not given away twice. A volume that does not answer shows no room, except to a
 * writer that has no other DataNode to append to, and waits. One on probation shows none to the
 * NameNode, so that nobody is sent here, and all of it to those who write here nevertheless. A
 * volume in memory is asked each time: it has no disk to wait for, and is filled faster than
 * anybody refreshes. Thread-safe.
 */
public final class CachedDf extends DF {
  private static final Set<String> IN_MEMORY = Set.of("tmpfs", "ramfs");

  private final DF asked;
  private final VolumeState volume;
  private final boolean isAskedEachTime;
  private volatile Figures figures;

  private record Figures(
      long capacityBytes, long usedBytes, long availableBytes, long writtenBefore) {}

  /** Reads the file system once, so that there is a value from the start. */
  public CachedDf(DF asked, VolumeState volume) throws IOException {
    super(new File(asked.getDirPath()), Long.MAX_VALUE);
    this.asked = asked;
    this.volume = volume;
    this.isAskedEachTime =
        IN_MEMORY.contains(Files.getFileStore(Path.of(asked.getDirPath())).type());
    this.figures = ask();
  }

  private Figures ask() {
    long writtenBefore = volume.traffic().writtenBytes();
    return new Figures(asked.getCapacity(), asked.getUsed(), asked.getAvailable(), writtenBefore);
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
    return isAskedEachTime ? ask() : figures;
  }

  @Override
  public long getCapacity() {
    return figures().capacityBytes();
  }

  @Override
  public long getUsed() {
    return figures().usedBytes();
  }

  /** Whether the calling thread writes here although others are to go elsewhere. */
  private boolean isShown() {
    return volume.isHung() ? Transfers.isOfOnlyWriter() : Transfers.isOfWriter();
  }

  @Override
  public long getAvailable() {
    if (volume.isOutOfUse() && !isShown()) {
      return 0;
    }
    Figures known = figures();
    long writtenSinceBytes = volume.traffic().writtenBytes() - known.writtenBefore();
    return Math.max(0, known.availableBytes() - writtenSinceBytes);
  }
}
