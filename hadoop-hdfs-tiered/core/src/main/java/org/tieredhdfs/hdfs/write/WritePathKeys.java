package org.tieredhdfs.hdfs.write;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigKeys;

/**
 * The keys of the write path's client side, and of the Unix-domain socket that a DataNode keeps for
 * writers on its machine.
 *
 * <p>Clients that share a client context ({@code dfs.client.context}) share the settings of the
 * first. Stateless.
 */
public final class WritePathKeys implements ConfigKeys {
  /** The class that a DataNode with {@link #DOMAIN_SOCKET_PATH} has to have as a plug-in. */
  public static final String PLUGIN = "org.tieredhdfs.hdfs.datanode.LocalWriterPlugin";

  private static final String CLIENTS = "clients";
  private static final String PLUGINS_KEY = "dfs.datanode.plugins";

  public static final ConfigKey BUFFERED_ACKS =
      ConfigKey.bool(
          "dfs.tiered.client.write.buffered.acks",
          true,
          CLIENTS,
          "Whether a client reads acknowledgements through a 4 KB buffer. Apache Hadoop"
              + " reads their length byte by byte, with a system call for each byte.");

  public static final ConfigKey BULK_CHUNKS =
      ConfigKey.bool(
          "dfs.tiered.client.write.bulk.chunks",
          true,
          CLIENTS,
          "Whether a client copies all whole chunks of a write call that fit into a"
              + " packet at once. Apache Hadoop copies them one by one, with about eight lock"
              + " operations each, and copies writes of less than nine chunks twice.");

  public static final ConfigKey PACKET_BUFFERS =
      ConfigKey.size(
          "dfs.tiered.client.write.packet.buffers",
          "16m",
          0,
          1L << 40,
          CLIENTS,
          "How many bytes of packet buffers a client keeps for reuse; 0 for none."
              + " Apache Hadoop allocates a new buffer for each packet, even if an hflush"
              + " sends only a few bytes. Has no effect with"
              + " dfs.client.write.byte-array-manager.enabled.");

  public static final ConfigKey BLOCKING_SOCKET =
      ConfigKey.bool(
          "dfs.tiered.client.write.blocking.socket",
          true,
          CLIENTS,
          "Whether a client uses blocking writes to its first DataNode, with one system"
              + " call each; a watchdog applies Hadoop's timeouts. Apache Hadoop uses a"
              + " selector, with four system calls. Has no effect if"
              + " hadoop.rpc.socket.factory.class.ClientProtocol or .default names a custom"
              + " factory.");

  public static final ConfigKey DOMAIN_SOCKET_PATH =
      ConfigKey.text(
          "dfs.tiered.write.domain.socket.path",
          "",
          "DataNode, clients",
          "The Unix-domain socket on which a DataNode accepts writers of its own"
              + " machine; empty for none. An absolute path of at most 100 bytes with _PORT"
              + " in its last element, which stands for the port of dfs.datanode.address:"
              + " /var/lib/hadoop-hdfs/write_PORT. All directories above it must belong to"
              + " root or the DataNode's user, and nobody else may be able to write to them."
              + " The DataNode needs "
              + PLUGIN
              + " in dfs.datanode.plugins. A client that cannot connect uses TCP.");

  @Override
  public String title() {
    return "HDFS: write path";
  }

  @Override
  public List<ConfigKey> keys() {
    return List.of(BUFFERED_ACKS, BULK_CHUNKS, PACKET_BUFFERS, BLOCKING_SOCKET, DOMAIN_SOCKET_PATH);
  }

  @Override
  public List<String> faults(String daemon, Configuration conf) {
    List<String> faults = new ArrayList<>(ConfigKeys.super.faults(daemon, conf));
    String path = DOMAIN_SOCKET_PATH.getText(conf);
    if (path.isEmpty()) {
      return faults;
    }
    List<String> inPath = DomainSocketPath.faults(path);
    faults.addAll(inPath);
    if (daemon.equals("DataNode")) {
      if (inPath.isEmpty()) {
        faults.addAll(new DomainSocketPath(path).guardFaults());
      }
      if (!conf.getTrimmedStringCollection(PLUGINS_KEY).contains(PLUGIN)) {
        faults.add(
            String.format(
                "%s: '%s' needs the plug-in that accepts writers there; add %s to %s",
                DOMAIN_SOCKET_PATH.name(), path, PLUGIN, PLUGINS_KEY));
      }
    }
    return faults;
  }
}
