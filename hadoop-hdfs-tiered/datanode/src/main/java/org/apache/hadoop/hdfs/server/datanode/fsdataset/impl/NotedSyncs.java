package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.LocalReplica;
import org.apache.hadoop.util.DataChecksum;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the sync notes of one replica, see {@link SyncNotes}.
 *
 * <p>A chunk that was synced half may be written on. Its checksum on disk is overwritten then, and
 * after a power cut it may be one of data that did not arrive. What was promised of the chunk can
 * be told from the rest by the note alone.
 *
 * <p>One that ended with a chunk is noted, too: what is damaged below it was not torn. A volume
 * that forgets anyway needs none. Thread-safe.
 */
final class NotedSyncs {
  private static final Logger LOG = LoggerFactory.getLogger(NotedSyncs.class);
  private static final int UNKNOWN = -1;

  private final SyncNotes notes;
  private final FileIoProvider files;
  private int slot;
  private boolean isWritten;
  private long begun;

  /**
   * @param isNew whether the replica has no notes yet
   */
  NotedSyncs(SyncNotes notes, FileIoProvider files, boolean isNew) {
    this.notes = notes;
    this.files = files;
    this.slot = isNew ? 0 : UNKNOWN;
  }

  /**
   * To be called before the data are synced, when all checksums are in their file.
   *
   * @param lastSum that of the last chunk; null if it has to be read
   * @return which sync it is, for {@link #afterSync}
   */
  synchronized long beforeSync(LocalReplica replica, @Nullable Integer lastSum) throws IOException {
    if (slot == UNKNOWN) {
      slot = leastUseful(replica.getBlockFile(), replica.getNumBytes());
    }
    isWritten = write(replica, slot, lastSum, true);
    return ++begun;
  }

  /** Notes that nobody has synced a replica that nobody writes any more; at failures it is not. */
  synchronized void endWithoutSync(LocalReplica replica, @Nullable Integer lastSum) {
    try {
      write(replica, SyncNotes.SLOTS - 1, lastSum, false);
    } catch (IOException e) {
      // Then it counts as synced
      LOG.debug("What is there of {} is not noted", replica, e);
    }
  }

  private boolean write(LocalReplica replica, int where, @Nullable Integer known, boolean isSynced)
      throws IOException {
    long bytes = replica.getNumBytes();
    if (bytes == 0 || DurableReplicas.forgets(replica.getVolume())) {
      return false;
    }
    Integer sum = known == null ? readSum(replica, bytes) : known;
    return sum != null
        && notes.write(
            replica.getVolume(),
            replica.getBlockFile(),
            where,
            new SyncNotes.Note(bytes, sum, isSynced));
  }

  /** Called when it is done: the next note must not overwrite it, unless another sync has begun. */
  synchronized void afterSync(long sync) {
    if (isWritten && sync == begun) {
      slot = (slot + 1) % SyncNotes.SLOTS;
      isWritten = false;
    }
  }

  private @Nullable Integer readSum(LocalReplica replica, long bytes) throws IOException {
    try (RandomAccessFile meta =
        files.getRandomAccessFile(replica.getVolume(), replica.getMetaFile(), "r")) {
      DataChecksum checksum = BlockMetadataHeader.readHeader(meta).getChecksum();
      if (checksum.getChecksumSize() != Integer.BYTES) {
        return null;
      }
      long chunk = (bytes - 1) / checksum.getBytesPerChecksum();
      meta.seek(BlockMetadataHeader.getHeaderSize() + chunk * Integer.BYTES);
      return meta.readInt();
    } catch (EOFException e) {
      // A volume in memory may have been written without checksums
      return null;
    }
  }

  /** That of the last sync stays; one of more bytes than there are is of data that were cut off. */
  private static int leastUseful(File data, long bytes) {
    int least = 0;
    long leastBytes = Long.MAX_VALUE;
    for (int i = 0; i < SyncNotes.SLOTS; i++) {
      SyncNotes.Note note = SyncNotes.read(data, i);
      long useful = note == null || note.bytes() > bytes ? -1 : note.bytes();
      if (useful < leastBytes) {
        least = i;
        leastBytes = useful;
      }
    }
    return least;
  }
}
