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
          "Whether a client reads acknowledgements through a buffer of 4 KB. Hadoop reads their"
              + " length byte by byte, each byte by a system call of its own.");

  public static final ConfigKey BULK_CHUNKS =
      ConfigKey.bool(
          "dfs.tiered.client.write.bulk.chunks",
          true,
          CLIENTS,
          "Whether a client puts all whole chunks of a write call that a packet has room for into"
              + " it at once. Hadoop does it chunk by chunk, each by some eight locks, and copies"
              + " what is shorter than nine chunks twice.");

  public static final ConfigKey PACKET_BUFFERS =
      ConfigKey.size(
          "dfs.tiered.client.write.packet.buffers",
          "16m",
          0,
          1L << 40,
          CLIENTS,
          "How many bytes of buffers of acknowledged packets a client keeps to use them again; 0"
              + " for none. Hadoop makes a new one for each packet, even where an hflush sends a few"
              + " bytes in it. Has no effect with dfs.client.write.byte-array-manager.enabled.");

  public static final ConfigKey BLOCKING_SOCKET =
      ConfigKey.bool(
          "dfs.tiered.client.write.blocking.socket",
          true,
          CLIENTS,
          "Whether a client writes to its first DataNode by blocking calls, one system call each,"
              + " which a watchdog ends when they take longer than Hadoop's timeouts. Hadoop's wait"
              + " at a selector, by four system calls. Has no effect where"
              + " hadoop.rpc.socket.factory.class.ClientProtocol or .default names a factory of"
              + " your own.");

  public static final ConfigKey DOMAIN_SOCKET_PATH =
      ConfigKey.text(
          "dfs.tiered.write.domain.socket.path",
          "",
          "DataNode, clients",
          "The Unix-domain socket at which a DataNode takes writers of its own machine; empty for"
              + " none. An absolute path of at most 100 bytes with _PORT in its last element, which"
              + " stands for the port of dfs.datanode.address:"
              + " /var/lib/hadoop-hdfs/write_PORT. All folders above have to belong to root or the"
              + " DataNode's user and be writable by nobody else. The DataNode needs "
              + PLUGIN
              + " among dfs.datanode.plugins. A client that does not get through writes over TCP.");

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
                "%s: '%s' needs the plug-in that takes writers there; add %s to %s",
                DOMAIN_SOCKET_PATH.name(), path, PLUGIN, PLUGINS_KEY));
      }
    }
    return faults;
  }
}
