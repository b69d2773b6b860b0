package org.tieredhdfs.bench.write.floor;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.GatheringByteChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** How the data of a block are written to its file. */
public enum StoreKind {
  /** The thread that receives and verifies. */
  INLINE,
  /** A second thread, behind a bounded queue: the overlapped writer of HDFS-959. */
  OVERLAPPED,
  /** A second thread that goes around the page cache in large pieces, the idea of HDFS-17973. */
  DIRECT;

  private static final OpenOption[] ANEW = {
    StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE
  };

  /**
   * Opens both files.
   *
   * @param acks where acknowledgements go
   * @param packetBytes data of a packet; only {@link #INLINE} takes other than those of a stream
   */
  PacketStore open(Path data, Path sums, GatheringByteChannel acks, int packetBytes)
      throws IOException {
    if (this != INLINE && packetBytes != Packet.STREAM_BYTES) {
      throw new IllegalArgumentException(this + " stores packets of a stream alone");
    }
    PacketFiles files = openFiles(data, sums);
    return this == INLINE
        ? new InlineStore(files, acks, packetBytes)
        : new QueuedStore(files, acks);
  }

  private PacketFiles openFiles(Path data, Path sums) throws IOException {
    FileChannel sumsFile = FileChannel.open(sums, ANEW);
    try {
      return this == DIRECT
          ? PacketFiles.direct(
              FileChannel.open(
                  data,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.WRITE,
                  ExtendedOpenOption.DIRECT),
              sumsFile)
          : PacketFiles.cached(FileChannel.open(data, ANEW), sumsFile);
    } catch (IOException | RuntimeException e) {
      sumsFile.close();
      throw e;
    }
  }
}
