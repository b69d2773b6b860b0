package org.tieredhdfs.hdfs.receive;

import java.io.DataInputStream;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * What a DataNode's thread for a connection reads operations and packets from, with what receives
 * several packets at once while a block is received.
 *
 * <p>In the place of the stream that stock makes, which does not tell what is below it. For one
 * thread.
 */
public final class XceiverInput extends DataInputStream {
  private @Nullable PacketSink sink;

  public XceiverInput(InputStream source) {
    super(source);
  }

  /** What is below, or null if the bytes of packets are not seen here. */
  public @Nullable PacketInput packets() {
    return in instanceof PacketInput packets ? packets : null;
  }

  /** What receives packets now, or null. */
  public @Nullable PacketSink sink() {
    return sink;
  }

  public void setSink(@Nullable PacketSink sink) {
    this.sink = sink;
  }
}
