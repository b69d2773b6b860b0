package org.tieredhdfs.hdfs.receive;

import java.io.DataInputStream;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The input stream of a DataNode's connection thread, with the sink for several packets at once
 * while it receives a block.
 *
 * <p>Replaces the stream that stock code creates, which hides the stream below it. For one thread.
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
