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
          "The receive buffer of a block: how much is read and written at once. Larger packets are"
              + " received as in Apache Hadoop.");

  public static final ConfigKey BUFFERS_MAX =
      ConfigKey.size(
          "dfs.tiered.receive.buffers.max",
          "128m",
          0,
          64 * 1024 * MIB,
          DATANODE,
          "The limit of all receive buffers together, off-heap unless a connection is encrypted;"
              + " beyond it, blocks are received as in Apache Hadoop. 0 turns off the buffers,"
              + " group commit and direct writes.");

  public static final ConfigKey GROUP_COMMIT =
      ConfigKey.bool(
          "dfs.tiered.receive.group.commit",
          true,
          DATANODE,
          "Whether packets that arrive together are written and acknowledged together.");

  public static final ConfigKey DIRECT_WRITE =
      ConfigKey.bool(
          "dfs.tiered.receive.direct.write",
          true,
          DATANODE,
          "Whether packets of a group commit are written to the file without a copy.");

  public static final ConfigKey INLINE_ACK =
      ConfigKey.bool(
          "dfs.tiered.receive.inline.ack",
          true,
          DATANODE,
          "Whether the last DataNode of a pipeline acknowledges a packet in the thread that wrote"
              + " it.");

  public static final ConfigKey MIRROR_ACK_BUFFER =
      ConfigKey.bool(
          "dfs.tiered.receive.mirror.ack.buffer",
          true,
          DATANODE,
          "Whether a DataNode forwards acknowledgements from the next one in groups.");

  @Override
  public String title() {
    return "DataNode: receiving blocks";
  }

  @Override
  public List<ConfigKey> keys() {
    return List.of(
        BUFFER_SIZE, BUFFERS_MAX, GROUP_COMMIT, DIRECT_WRITE, INLINE_ACK, MIRROR_ACK_BUFFER);
  }

  /**
   * Whether Hadoop instruments the writes of its own streams, to sample their time or inject
   * faults; then these streams are used.
   */
  public static boolean isFileIoWatched(Configuration conf) {
    return conf.getInt("dfs.datanode.fileio.profiling.sampling.percentage", 0) > 0
        || conf.getBoolean("dfs.datanode.enable.fileio.fault.injection", false);
  }
}
