package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.ReplicaBeingWritten;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.ReplicaOutputStreams;
import org.apache.hadoop.util.DataChecksum;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.datanode.volume.io.ChecksumStream;
import org.tieredhdfs.hdfs.transfer.SyncAware;

/**
 * A replica being written that records whether any of it was synced, and whether anything was
 * written since.
 *
 * <p>Its data are synced before its checksums, the other way round than in stock. The checksum of a
 * last chunk that is not full is overwritten when the chunk grows; if it reaches the disk and the
 * data do not, it fits no data that are there, and the start-up cuts off the whole chunk, with
 * bytes of it that were synced before. Data that are ahead of their checksums lose nothing, see
 * {@link SoundPrefix#cutLastChunk}. Of checksums that are ahead of their data since the last sync,
 * see {@link NotedSyncs}.
 *
 * <p>Thread-safe as stock's: one thread writes, others look.
 */
final class DurableRbw extends ReplicaBeingWritten implements SyncAware {
  private final FileIoProvider files;
  private final NotedSyncs notes;
  private volatile boolean promised;
  private volatile boolean written;

  /**
   * Replaces {@code stock}.
   *
   * @param promised whether some of it may have been synced already
   */
  DurableRbw(ReplicaBeingWritten stock, FileIoProvider files, NotedSyncs notes, boolean promised) {
    super(stock);
    // The stock constructor does not copy these
    var last = stock.getLastChecksumAndDataLen();
    setLastChecksumAndDataLen(last.getDataLength(), last.getChecksum());
    this.files = files;
    this.notes = notes;
    this.promised = promised;
    this.written = promised;
  }

  @Override
  public boolean isPromised() {
    return promised;
  }

  /** Whether something was written since the last sync. */
  boolean isWritten() {
    return written;
  }

  /** The checksum of the last chunk; null if it has to be read. */
  @Nullable Integer lastSum() {
    var last = getLastChecksumAndDataLen();
    byte[] sum = last.getDataLength() == getNumBytes() ? last.getChecksum() : null;
    return sum == null || sum.length != Integer.BYTES ? null : ByteBuffer.wrap(sum).getInt();
  }

  /** The notes of its syncs. */
  NotedSyncs notes() {
    return notes;
  }

  /** By stock's name, for which people look in logs and Hadoop's own tests in messages. */
  @Override
  public String toString() {
    return super.toString()
        .replaceFirst(DurableRbw.class.getSimpleName(), ReplicaBeingWritten.class.getSimpleName());
  }

  @Override
  public ReplicaOutputStreams createStreams(boolean isCreate, DataChecksum requested)
      throws IOException {
    return new DataFirst(super.createStreams(isCreate, requested));
  }

  private final class DataFirst extends ReplicaOutputStreams {
    private final ChecksumStream sums;
    private volatile boolean dataSynced;
    private long sync;

    DataFirst(ReplicaOutputStreams stock) throws IOException {
      super(stock.getDataOut(), stock.getChecksumOut(), stock.getChecksum(), getVolume(), files);
      this.sums = new ChecksumStream((FileOutputStream) stock.getChecksumOut());
    }

    @Override
    public OutputStream getChecksumOut() {
      return sums;
    }

    @Override
    public void writeDataToDisk(byte[] bytes, int offset, int length) throws IOException {
      written = true;
      dataSynced = false;
      super.writeDataToDisk(bytes, offset, length);
    }

    @Override
    public void syncChecksumOut() throws IOException {
      syncDataOut();
      super.syncChecksumOut();
      notes.afterSync(sync);
      // No write can come in between: the receiving thread does both
      written = false;
      promised = true;
    }

    /** Once for what was written: stock asks for it a second time, after the checksums. */
    @Override
    public void syncDataOut() throws IOException {
      if (!dataSynced) {
        sync = notes.beforeSync(DurableRbw.this, sums.last());
        super.syncDataOut();
        dataSynced = true;
      }
    }
  }
}
