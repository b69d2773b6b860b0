package org.tieredhdfs.hdfs.transfer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjLongConsumer;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;

/** Tells what readers get of a DataNode to who counts it. Thread-safe, never waits. */
public final class SentReads {
  /**
   * Who counts, by DataNode: gets the bytes that were sent, or -1 when a local reader got the files
   * of a block. Must not wait.
   */
  public static final Map<DataNode, ObjLongConsumer<ExtendedBlock>> COUNTERS =
      new ConcurrentHashMap<>();

  private SentReads() {}

  /**
   * The calling thread has sent bytes of a block, or given its files away; to readers or others.
   */
  public static void sent(DataNode datanode, ExtendedBlock block, long bytes) {
    ObjLongConsumer<ExtendedBlock> counter = COUNTERS.get(datanode);
    if (counter != null && (bytes < 0 || Transfers.current() != null)) {
      counter.accept(block, bytes);
    }
  }
}
