package org.tieredhdfs.hdfs.receive;

import java.io.DataInputStream;
import java.io.InputStream;

/** The acknowledgements of the next DataNode of a pipeline, buffered. For one thread. */
public final class MirrorAckInput extends DataInputStream {
  private static final int BUFFER_BYTES = 4096;

  private final PacketInput acks;

  public MirrorAckInput(InputStream source) {
    this(new PacketInput(source, BUFFER_BYTES));
  }

  private MirrorAckInput(PacketInput acks) {
    super(acks);
    this.acks = acks;
  }

  /** Whether a whole acknowledgement can be taken without waiting. */
  boolean hasNext() {
    return DelimitedMessage.isWhole(acks.unread());
  }
}
