package org.tieredhdfs.hdfs.receive;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;

/** The configuration keys of the DataNode's receiver of blocks. */
public final class ReceiveKeys implements ConfigKeys {
  private static final String DATANODE = "DataNode";
  private static final long KIB = 1024;
  private static final long MIB = 1024 * KIB;

  public static final ConfigKey BUFFER_SIZE =
      ConfigKey.size(
          "dfs.tiered.receive.buffer.size",
          "512k",
          64 * KIB,
          16 * MIB,
          DATANODE,
          "How much a receiver of a block reads from its connection at once, and with that the most"
              + " that it writes at once. Larger packets are received as Hadoop does. Hadoop's own"
              + " buffer has 512 bytes.");

  public static final ConfigKey BUFFERS_MAX =
      ConfigKey.size(
          "dfs.tiered.receive.buffers.max",
          "128m",
          0,
          64 * 1024 * MIB,
          DATANODE,
          "How much memory all receivers' buffers together may take, outside the heap where the"
              + " connection is not encrypted. A receiver that finds none left works with Hadoop's"
              + " own buffer. 0 turns all of these buffers off, and with them what needs one.");

  public static final ConfigKey GROUP_COMMIT =
      ConfigKey.bool(
          "dfs.tiered.receive.group.commit",
          true,
          DATANODE,
          "Whether a receiver writes the packets that it has read together: data once, checksums"
              + " once, acknowledgements once, in this order.");

  public static final ConfigKey DIRECT_WRITE =
      ConfigKey.bool(
          "dfs.tiered.receive.direct.write",
          true,
          DATANODE,
          "Whether packets that are written together go from the buffer that they were read into"
              + " to the file without being copied.");

  public static final ConfigKey INLINE_ACK =
      ConfigKey.bool(
          "dfs.tiered.receive.inline.ack",
          true,
          DATANODE,
          "Whether the last DataNode of a pipeline acknowledges a packet in the thread that has"
              + " written it, if no acknowledgement before it is waiting, instead of handing it to"
              + " another thread.");

  public static final ConfigKey EARLY_ACK =
      ConfigKey.bool(
          "dfs.tiered.receive.early.ack",
          false,
          DATANODE,
          "Whether the last DataNode of a pipeline acknowledges packets that are written together"
              + " before it writes them. Then hflush says only that they have reached each"
              + " DataNode: bytes that were acknowledged are lost with the processes of all, or"
              + " where the last write to a volume fails. hsync and close mean what they always"
              + " do.");

  public static final ConfigKey MIRROR_ACK_BUFFER =
      ConfigKey.bool(
          "dfs.tiered.receive.mirror.ack.buffer",
          true,
          DATANODE,
          "Whether a DataNode reads the acknowledgements of the next one of a pipeline through a"
              + " buffer, not byte by byte, and passes on at once those that have come together.");

  @Override
  public String title() {
    return "DataNode: receiving blocks";
  }

  @Override
  public List<ConfigKey> keys() {
    return List.of(
        BUFFER_SIZE,
        BUFFERS_MAX,
        GROUP_COMMIT,
        DIRECT_WRITE,
        INLINE_ACK,
        EARLY_ACK,
        MIRROR_ACK_BUFFER);
  }

  /**
   * Whether Hadoop looks at each write of its own streams, to sample its time or to let it fail:
   * they are used then.
   */
  public static boolean isFileIoWatched(Configuration conf) {
    return conf.getInt("dfs.datanode.fileio.profiling.sampling.percentage", 0) > 0
        || conf.getBoolean("dfs.datanode.enable.fileio.fault.injection", false);
  }
}
