package org.tieredhdfs.hdfs.receive;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file of a volume that takes several pieces at once. */
public interface GatheringOutput {

  /**
   * Writes all bytes of the pieces, in their order, at the position of the file.
   *
   * @param bytes how many these are
   */
  void write(ByteBuffer[] pieces, int bytes) throws IOException;
}
