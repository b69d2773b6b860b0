package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.util.List;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DataChecksum;
import org.apache.hadoop.util.Time;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds the longest prefix of a replica that matches its checksums, in one pass over its files.
 *
 * <p>Of the first chunk that does not fit, as much is kept as its checksum fits, which may be older
 * than the data, or as a note says was synced (see {@link SyncNotes}), if the data fit that. A
 * length fits by chance once in 2<sup>32</sup> tries, of which there are as many as a chunk has
 * bytes.
 *
 * <p>Files that are shorter than they should be are no error. Holds a buffer of 128 KB, whatever
 * the size of a replica. For one thread.
 *
 * @param volume of the replica; null while it is being added
 */
record SoundPrefix(
    @Nullable FsVolumeSpi volume,
    FileIoProvider files,
    File data,
    File meta,
    DataChecksum checksum) {
  private static final Logger LOG = LoggerFactory.getLogger(SoundPrefix.class);
  private static final int BUFFER_BYTES = 128 * 1024;
  private static final int PART_BYTES = 4096;

  /**
   * A beginning.
   *
   * @param bytes how long it is
   * @param sum of its last chunk, which the file of checksums does not have; null if it has it
   */
  record Found(long bytes, @Nullable Integer sum) {}

  /** That of a replica; null if it has no checksums. */
  static @Nullable SoundPrefix of(
      @Nullable FsVolumeSpi volume, FileIoProvider files, File data, File meta) throws IOException {
    if (meta.length() < BlockMetadataHeader.getHeaderSize()) {
      return null;
    }
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(files.getFileInputStream(volume, meta)))) {
      DataChecksum checksum = BlockMetadataHeader.readDataChecksum(in, meta);
      return checksum.getChecksumSize() == Integer.BYTES
          ? new SoundPrefix(volume, files, data, meta, checksum)
          : null;
    }
  }

  /**
   * Removes from a last chunk, when a DataNode starts, what its checksum does not cover: stock
   * drops all of it, with the part that was synced. Leaves a chunk that is whole, or of which
   * nothing would be left. Earlier chunks cost I/O, and are checked at a recovery, see {@link
   * TornReplicas}.
   */
  static void cutLastChunk(FileIoProvider files, File data, File meta) throws IOException {
    SoundPrefix prefix = of(null, files, data, meta);
    if (prefix == null) {
      return;
    }
    long last = prefix.lastChunk();
    Found found = prefix.find(last, data.length(), Long.MAX_VALUE);
    if (found.bytes > prefix.startOf(last) && prefix.cutTo(found)) {
      LOG.info("Truncating {} to {} bytes, which its checksums cover", data, found.bytes);
    }
  }

  /** How many bytes were synced; the newer of two notes may be of a sync that was caught. */
  long syncedBytes() {
    return SyncNotes.read(data).stream()
        .filter(SyncNotes.Note::isSynced)
        .mapToLong(SyncNotes.Note::bytes)
        .min()
        .orElse(0);
  }

  /** The last chunk that has both data and a checksum, 0 if none has. */
  private long lastChunk() {
    long sums = (meta.length() - BlockMetadataHeader.getHeaderSize()) / Integer.BYTES;
    return Math.max(0, Math.min(chunks(data.length()), sums) - 1);
  }

  /** Where a chunk begins. */
  private long startOf(long chunk) {
    return chunk * checksum.getBytesPerChecksum();
  }

  private long chunks(long bytes) {
    long chunkBytes = checksum.getBytesPerChecksum();
    return (bytes + chunkBytes - 1) / chunkBytes;
  }

  private static long sumOffset(long chunk) {
    return BlockMetadataHeader.getHeaderSize() + chunk * Integer.BYTES;
  }

  /**
   * Looks for the beginning.
   *
   * @param firstChunk the first to check: earlier ones match
   * @param bytes where to end at the latest
   * @param longestMs how long it may take
   * @throws IOException also if it took longer
   */
  Found find(long firstChunk, long bytes, long longestMs) throws IOException {
    long begunMs = Time.monotonicNow();
    long end = Math.min(bytes, data.length());
    long start = startOf(firstChunk);
    if (start >= end) {
      return new Found(end, null);
    }
    byte[] buffer = new byte[PART_BYTES];
    byte[] sum = new byte[Integer.BYTES];
    try (InputStream content =
            new BufferedInputStream(files.openAndSeek(volume, data, start), BUFFER_BYTES);
        InputStream sums =
            new BufferedInputStream(
                files.openAndSeek(volume, meta, sumOffset(firstChunk)), BUFFER_BYTES)) {
      while (start < end) {
        if (Time.monotonicNow() - begunMs >= longestMs) {
          throw new IOException("Read " + data + " for " + longestMs + " ms to " + start);
        }
        boolean hasSum = sums.readNBytes(sum, 0, sum.length) == sum.length;
        long left = Math.min(checksum.getBytesPerChecksum(), end - start);
        checksum.reset();
        while (left > 0) {
          int part = content.read(buffer, 0, (int) Math.min(left, buffer.length));
          if (part < 0) {
            return within(start, end, hasSum ? sum : null);
          }
          checksum.update(buffer, 0, part);
          left -= part;
        }
        if (!hasSum || !checksum.compare(sum, 0)) {
          return within(start, end, hasSum ? sum : null);
        }
        start += Math.min(checksum.getBytesPerChecksum(), end - start);
      }
    }
    return new Found(end, null);
  }

  private Found within(long start, long end, byte @Nullable [] sum) throws IOException {
    List<SyncNotes.Note> notes = SyncNotes.read(data);
    Found longest = new Found(start, null);
    long chunkEnd = Math.min(start + checksum.getBytesPerChecksum(), end);
    checksum.reset();
    try (InputStream content =
        new BufferedInputStream(files.openAndSeek(volume, data, start), BUFFER_BYTES)) {
      for (long at = start + 1; at <= chunkEnd; at++) {
        int next = content.read();
        if (next < 0) {
          break;
        }
        checksum.update(next);
        int sumHere = (int) checksum.getValue();
        if (sum != null && checksum.compare(sum, 0)) {
          longest = new Found(at, null);
        } else if (isNoted(notes, at, sumHere)) {
          longest = new Found(at, sumHere);
        }
      }
    }
    return longest;
  }

  private static boolean isNoted(List<SyncNotes.Note> notes, long bytes, int sum) {
    return notes.stream().anyMatch(note -> note.bytes() == bytes && note.sum() == sum);
  }

  /**
   * Cuts both files to a beginning, with its checksum for the last chunk.
   *
   * @return whether anything was changed
   */
  boolean cutTo(Found found) throws IOException {
    boolean isCut = setLength(data, found.bytes);
    long chunks = chunks(found.bytes);
    isCut |= setLength(meta, sumOffset(chunks));
    if (found.sum != null) {
      try (RandomAccessFile file = files.getRandomAccessFile(volume, meta, "rw")) {
        file.seek(sumOffset(chunks - 1));
        file.writeInt(found.sum);
      }
      isCut = true;
    }
    return isCut;
  }

  private boolean setLength(File file, long bytes) throws IOException {
    if (file.length() <= bytes) {
      return false;
    }
    try (RandomAccessFile open = files.getRandomAccessFile(volume, file, "rw")) {
      open.setLength(bytes);
    }
    return true;
  }
}
