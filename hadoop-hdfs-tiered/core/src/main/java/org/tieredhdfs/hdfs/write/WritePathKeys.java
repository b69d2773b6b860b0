package org.tieredhdfs.hdfs.write;

import java.util.List;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;

/**
 * The keys of the write path's client side.
 *
 * <p>Clients that share a client context ({@code dfs.client.context}) share the settings of the
 * first. Stateless.
 */
public final class WritePathKeys implements ConfigKeys {
  private static final String CLIENTS = "clients";

  public static final ConfigKey BUFFERED_ACKS =
      ConfigKey.bool(
          "dfs.tiered.client.write.buffered.acks",
          true,
          CLIENTS,
          "Whether a client reads acknowledgements through a buffer.");

  public static final ConfigKey BULK_CHUNKS =
      ConfigKey.bool(
          "dfs.tiered.client.write.bulk.chunks",
          true,
          CLIENTS,
          "Whether a client copies all whole chunks of a write that fit into a packet at once.");

  public static final ConfigKey PACKET_BUFFERS =
      ConfigKey.size(
          "dfs.tiered.client.write.packet.buffers",
          "16m",
          0,
          1L << 40,
          CLIENTS,
          "How many bytes of packet buffers a client keeps for reuse; 0 for none. Has no effect"
              + " with dfs.client.write.byte-array-manager.enabled.");

  public static final ConfigKey BLOCKING_SOCKET =
      ConfigKey.bool(
          "dfs.tiered.client.write.blocking.socket",
          true,
          CLIENTS,
          "Whether a client uses blocking writes to its first DataNode. Has no effect with a custom"
              + " hadoop.rpc.socket.factory.class.ClientProtocol or .default.");

  @Override
  public String title() {
    return "HDFS: write path";
  }

  @Override
  public List<ConfigKey> keys() {
    return List.of(BUFFERED_ACKS, BULK_CHUNKS, PACKET_BUFFERS, BLOCKING_SOCKET);
  }
}
