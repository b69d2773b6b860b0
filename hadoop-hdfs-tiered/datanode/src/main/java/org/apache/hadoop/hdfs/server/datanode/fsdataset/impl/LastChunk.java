package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.File;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Truncates a last chunk whose checksum does not match: bytes written after the last sync, which
 * were never acknowledged as durable, are removed.
 *
 * <p>Stock, which looks at the last chunk when it starts, drops all of it, with the part that was
 * synced. Here that part is kept, see {@link SoundPrefix}. Earlier chunks are checked when the
 * replica is recovered, see {@link TornReplicas}; doing it at the start would cost I/O for every
 * replica.
 */
final class LastChunk {
  private static final Logger LOG = LoggerFactory.getLogger(LastChunk.class);

  private LastChunk() {}

  /**
   * Removes what was not synced; leaves a chunk that is whole, or of which nothing would be left.
   */
  static void cutToChecksum(FileIoProvider files, File data, File meta) throws IOException {
    SoundPrefix prefix = SoundPrefix.of(null, files, data, meta);
    if (prefix == null) {
      return;
    }
    long last = prefix.lastChunk();
    SoundPrefix.Found found = prefix.find(last, data.length());
    if (found.bytes() > prefix.startOf(last) && prefix.cutTo(found)) {
      LOG.info(
          "Truncating {} to {} bytes, which its checksums cover: the rest was never synced",
          data,
          found.bytes());
    }
  }
}
