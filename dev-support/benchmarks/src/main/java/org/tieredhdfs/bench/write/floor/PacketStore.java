package org.tieredhdfs.bench.write.floor;

import java.io.Closeable;
import java.io.IOException;

/**
 * Where packets are stored and acknowledged. An acknowledgement is sent when data and checksums are
 * with the operating system, never before. Used by one thread, the one that receives.
 */
interface PacketStore extends Closeable {
  /** The packet to receive first. */
  Packet first();

  /**
   * Takes a packet that was verified.
   *
   * @return the packet to receive next
   * @throws IOException if a packet could not be stored, this or one before
   */
  Packet exchange(Packet verified) throws IOException;

  /**
   * Stores and acknowledges what it has taken.
   *
   * @param sync whether to wait until the device has it
   * @throws IOException if that fails
   */
  void finish(boolean sync) throws IOException;

  /** Gives the files back; what was not finished may be lost. */
  @Override
  void close() throws IOException;
}
