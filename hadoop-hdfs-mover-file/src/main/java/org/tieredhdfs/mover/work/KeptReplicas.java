package org.tieredhdfs.mover.work;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.namenode.NamenodeLink;

/**
 * How many replicas HDFS keeps of one file's blocks.
 *
 * <p>That is the file's factor, or that of a snapshot which has the file with a higher one. No call
 * of the client tells it, but the space that the file takes does: HDFS counts each block with the
 * factor by which it is kept. It is asked for only if a block has more replicas than the file says,
 * and then not more often than every few seconds. Used by one thread at a time.
 */
final class KeptReplicas {
  private static final long ASKED_AGAIN_NS = TimeUnit.SECONDS.toNanos(5);

  private final NamenodeLink namenode;
  private final FileRef file;
  private boolean wasAsked;
  private long askedAtNs;
  private int keptWhenAsked;

  KeptReplicas(NamenodeLink namenode, FileRef file) {
    this.namenode = namenode;
    this.file = file;
  }

  /**
   * How many replicas are kept of a block of a replicated file.
   *
   * @throws IOException if the NameNode cannot be asked
   */
  int of(LocatedBlock block, HdfsLocatedFileStatus status) throws IOException {
    int factor = status.getReplication();
    if (block.isStriped() || block.getLocations().length <= factor) {
      return factor;
    }
    if (!wasAsked || System.nanoTime() - askedAtNs > ASKED_AGAIN_NS) {
      keptWhenAsked = ask(status.getLocatedBlocks(), status.getBlockSize());
      askedAtNs = System.nanoTime();
      wasAsked = true;
    }
    return Math.max(factor, keptWhenAsked);
  }

  private int ask(LocatedBlocks blocks, long fullBlockBytes) throws IOException {
    long onceBytes = 0;
    for (LocatedBlock block : blocks.getLocatedBlocks()) {
      onceBytes += block.getBlockSize();
    }
    LocatedBlock last = blocks.getLastLocatedBlock();
    if (last != null && !blocks.isLastBlockComplete()) {
      // HDFS counts a block that is being written as full
      onceBytes += fullBlockBytes - last.getBlockSize();
    }
    // blocks held only by snapshots count, too, so the result may be too high, never too low
    return onceBytes == 0 ? 0 : (int) Math.min(namenode.spaceBytes(file) / onceBytes, 512);
  }
}
