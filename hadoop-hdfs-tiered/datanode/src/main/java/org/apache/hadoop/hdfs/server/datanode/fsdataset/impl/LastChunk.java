package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.apache.hadoop.util.DataChecksum;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The last chunk of a replica whose checksum is older than its data: what was written after the
 * last sync, and never acknowledged as durable, is cut off.
 *
 * <p>Stock, which looks at the last chunk when it starts, drops all of it, with the part that was
 * synced. Here the longest beginning of the chunk that the checksum fits is kept. A shorter or
 * longer one fits by chance once in 2<sup>32</sup> tries, of which there are as many as a chunk has
 * bytes.
 */
final class LastChunk {
  private static final Logger LOG = LoggerFactory.getLogger(LastChunk.class);

  private final @Nullable FsVolumeSpi volume;
  private final FileIoProvider files;

  /**
   * @param volume of the replica; null while it is being added
   */
  LastChunk(@Nullable FsVolumeSpi volume, FileIoProvider files) {
    this.volume = volume;
    this.files = files;
  }

  /** Cuts off what the checksum does not cover; leaves what it fits, or fits in no way. */
  void cutToChecksum(File data, File meta) throws IOException {
    long headerBytes = BlockMetadataHeader.getHeaderSize();
    if (meta.length() < headerBytes) {
      return;
    }
    DataChecksum checksum = checksumOf(meta);
    int sumBytes = checksum.getChecksumSize();
    long chunkBytes = checksum.getBytesPerChecksum();
    if (sumBytes == 0) {
      return;
    }
    long chunks =
        Math.min(
            (data.length() + chunkBytes - 1) / chunkBytes,
            (meta.length() - headerBytes) / sumBytes);
    if (chunks == 0) {
      return;
    }
    long start = (chunks - 1) * chunkBytes;
    byte[] chunk = new byte[(int) Math.min(chunkBytes, data.length() - start)];
    byte[] sum = new byte[sumBytes];
    read(meta, headerBytes + (chunks - 1) * sumBytes, sum);
    try (RandomAccessFile file = files.getRandomAccessFile(volume, data, "rw")) {
      file.seek(start);
      file.readFully(chunk);
      int covered = covered(checksum, chunk, sum);
      if (covered > 0 && covered < chunk.length) {
        LOG.info(
            "{} is cut to {} bytes, which its checksums cover: what follows was not synced",
            data,
            start + covered);
        file.setLength(start + covered);
      }
    }
  }

  private DataChecksum checksumOf(File meta) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(files.getFileInputStream(volume, meta)))) {
      return BlockMetadataHeader.readDataChecksum(in, meta);
    }
  }

  private void read(File file, long offset, byte[] bytes) throws IOException {
    try (RandomAccessFile in = files.getRandomAccessFile(volume, file, "r")) {
      in.seek(offset);
      in.readFully(bytes);
    }
  }

  /** How many bytes of a chunk, as many as possible, its checksum fits; 0 if it fits none. */
  private static int covered(DataChecksum checksum, byte[] chunk, byte[] sum) {
    int longest = 0;
    checksum.reset();
    for (int i = 0; i < chunk.length; i++) {
      checksum.update(chunk, i, 1);
      if (checksum.compare(sum, 0)) {
        longest = i + 1;
      }
    }
    return longest;
  }
}
