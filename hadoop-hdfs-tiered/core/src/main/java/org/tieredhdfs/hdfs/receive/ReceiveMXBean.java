package org.tieredhdfs.hdfs.receive;

/** JMX counters for receiving blocks, since the process started. */
public interface ReceiveMXBean {

  /** Packets that were written together with others or could have been. */
  long getPacketsInBatches();

  /** How often such packets were written, each time with one write of checksums. */
  long getBatches();

  /** Of these, how often the data went to the file without a copy. */
  long getDirectWrites();

  /** Packets that stock code received. */
  long getStockPackets();

  /** Acknowledgements sent by the thread that wrote the packet. */
  long getInlineAcks();

  /** How often such acknowledgements were sent, one or more at once. */
  long getInlineAckWrites();

  /** Acknowledgements of other DataNodes that were passed on together with the next one. */
  long getJoinedMirrorAcks();

  /** Blocks whose receiver found no buffer left, or whose writer needs Hadoop's way. */
  long getReceiversWithoutBuffer();

  /** The bytes of all buffers for packets, in use or not. */
  long getBufferBytes();
}
