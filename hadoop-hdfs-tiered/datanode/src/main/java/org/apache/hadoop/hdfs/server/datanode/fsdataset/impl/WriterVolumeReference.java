package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.ReplicaHandler;
import org.apache.hadoop.hdfs.server.datanode.ReplicaInPipeline;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeReference;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.io.IOUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlock;
import org.tieredhdfs.hdfs.datanode.volume.speed.OpenBlocks;

/**
 * A writer's reference to a volume, which notifies the volume choosing policies when it starts and
 * ends.
 *
 * <p>A receiver closes the handler that it got after the last sync, however its block ends. One
 * that cannot open its files (a disk error; an append with other checksums than the block's)
 * forgets it, and the removal of the volume would wait forever: when the garbage collector finds
 * such a handler, it is closed.
 */
final class WriterVolumeReference implements FsVolumeReference {
  private static final Logger LOG = LoggerFactory.getLogger(WriterVolumeReference.class);
  private static final Cleaner FORGOTTEN = Cleaner.create();

  private final Hold hold;
  private Cleaner.Cleanable end;

  private WriterVolumeReference(Hold hold) {
    this.hold = hold;
  }

  /** The reference; must not refer to the handler that the receiver may forget. */
  private record Hold(
      ReplicaHandler stock,
      FsVolumeSpi volume,
      ExtendedBlock block,
      OpenBlocks blocks,
      OpenBlock opened,
      AtomicBoolean closed)
      implements Runnable {
    @Override
    public void run() {
      if (!closed.get()) {
        LOG.warn("The receiver of {} was lost without releasing volume {}", block, volume);
      }
      blocks.closed(opened);
      IOUtils.cleanupWithLogger(LOG, stock);
    }
  }

  /** The same handler, watched, of what has taken the place of its replica. */
  static ReplicaHandler watch(
      ReplicaHandler stock,
      ReplicaInPipeline replica,
      ExtendedBlock block,
      VolumeRegistry registry) {
    FsVolumeSpi volume = replica.getReplicaInfo().getVolume();
    OpenBlocks blocks = registry.state(volume).traffic().openBlocks();
    // The receiver's thread, which opens the files as well
    OpenBlock opened = blocks.receiving(block, Thread.currentThread());
    // A copy, because the caller changes its block later
    ExtendedBlock copy = new ExtendedBlock(block);
    Hold hold = new Hold(stock, volume, copy, blocks, opened, new AtomicBoolean());
    WriterVolumeReference writer = new WriterVolumeReference(hold);
    ReplicaHandler watched = new ReplicaHandler(replica, writer);
    writer.end = FORGOTTEN.register(watched, hold);
    return watched;
  }

  @Override
  public void close() {
    hold.closed.set(true);
    end.clean();
  }

  @Override
  public FsVolumeSpi getVolume() {
    return hold.volume;
  }
}
