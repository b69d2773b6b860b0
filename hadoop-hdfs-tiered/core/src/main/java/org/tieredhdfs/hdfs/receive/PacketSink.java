package org.tieredhdfs.hdfs.receive;

import java.io.IOException;

/** Takes packets of a block from a connection. */
public interface PacketSink {

  /**
   * Takes the next packets if they are of those that can be taken together.
   *
   * @return the bytes of data that were taken; 0 if stock has to receive the next packet
   */
  int receive() throws IOException;

  /** Ends the receiving; may be called more than once. */
  void close();
}
