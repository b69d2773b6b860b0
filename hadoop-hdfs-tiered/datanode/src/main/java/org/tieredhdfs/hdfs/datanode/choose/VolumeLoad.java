package org.tieredhdfs.hdfs.datanode.choose;

import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * What a dataset tells the volume choosing policies about its volumes while it works.
 *
 * <p>All of it is optional: a policy makes do with what it is told and takes the rest from what
 * stock classes show. Calls are cheap (no I/O, no waiting) and may come from any thread. Volumes
 * are told apart by identity, so several DataNodes in one process do not mix.
 */
public interface VolumeLoad {

  /** What an operation on a volume does. */
  enum Io {
    WRITE,
    SYNC
  }

  /**
   * The beginning of an operation.
   *
   * @param startedNanos on the clock of the board
   * @param startedVirtualNanos on the volume's {@link BusyClock}
   */
  record IoSpan(long startedNanos, double startedVirtualNanos) {}

  /** The one place where datasets report and policies look. */
  static VolumeLoad shared() {
    return VolumeLoadBoard.SHARED;
  }

  /**
   * A writer begins a block on a volume, which was chosen for it just before; the block's length is
   * the length it may reach.
   */
  void blockOpened(FsVolumeSpi volume, ExtendedBlock block);

  /**
   * The writer is through with the volume: the block is final and synced, or given up. A block that
   * was not opened is ignored, so it may be called twice.
   */
  void blockClosed(FsVolumeSpi volume, ExtendedBlock block);

  /**
   * An operation on a volume's file system begins; the span has to be handed to {@link #ioEnded}.
   */
  IoSpan ioStarted(FsVolumeSpi volume);

  /**
   * The operation has ended, well or not.
   *
   * @param writtenBytes what it wrote, be it into the page cache only; 0 for a sync
   */
  void ioEnded(FsVolumeSpi volume, Io io, long writtenBytes, IoSpan span);

  /**
   * Written bytes have left the writer's hands: a sync of their file has ended, or the file was
   * closed without one. The page cache takes them much faster and says nothing of the device.
   */
  void delivered(FsVolumeSpi volume, long bytes);

  /** Whether a volume hangs: as long as it does, no policy chooses it, not even as the last. */
  void setHung(FsVolumeSpi volume, boolean hung);
}
