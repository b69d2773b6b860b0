package org.tieredhdfs.hdfs.datanode;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.BlockMetadataHeader;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;
import org.apache.hadoop.util.DataChecksum;

/** Compares the bytes of one replica with its checksums, as they lie in its two files. */
final class ReplicaChecksums {
  private ReplicaChecksums() {}

  /**
   * @throws org.apache.hadoop.fs.ChecksumException if they do not agree
   */
  static void verify(FsDatasetSpi<?> dataset, ExtendedBlock block) throws IOException {
    try (InputStream data = dataset.getBlockInputStream(block, 0);
        DataInputStream meta = new DataInputStream(dataset.getMetaDataInputStream(block))) {
      DataChecksum checksum = BlockMetadataHeader.readHeader(meta).getChecksum();
      ByteBuffer bytes = ByteBuffer.wrap(data.readAllBytes());
      checksum.verifyChunkedSums(
          bytes, ByteBuffer.wrap(meta.readAllBytes()), String.valueOf(block), 0);
    }
  }
}
