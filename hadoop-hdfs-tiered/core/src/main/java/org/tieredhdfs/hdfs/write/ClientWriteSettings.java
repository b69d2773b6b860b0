package org.tieredhdfs.hdfs.write;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.FaultLog;

/**
 * A client's settings of the write path.
 *
 * @param bufferedAcks whether acknowledgements are read through a buffer
 * @param bulkChunks whether whole chunks go into a packet together
 * @param packetBufferBytes how much of packets' buffers is kept
 * @param blockingSocket whether sockets to the first DataNode block
 * @param localPath where DataNodes of this machine take writers, or null
 */
public record ClientWriteSettings(
    boolean bufferedAcks,
    boolean bulkChunks,
    long packetBufferBytes,
    boolean blockingSocket,
    @Nullable DomainSocketPath localPath) {

  /** The settings for Apache Hadoop's behaviour. */
  public static final ClientWriteSettings HADOOPS =
      new ClientWriteSettings(false, false, 0, false, null);

  private static final FaultLog LOG =
      new FaultLog(log(), "using Apache Hadoop's behaviour for each invalid key");

  private static Logger log() {
    return LoggerFactory.getLogger(ClientWriteSettings.class);
  }

  /** Reads the settings; invalid ones are logged once and turned off. */
  public static ClientWriteSettings of(Configuration conf) {
    List<String> faults = new ArrayList<>();
    for (ConfigKey key : new WritePathKeys().keys()) {
      key.fault(conf).ifPresent(faults::add);
    }
    String path = WritePathKeys.DOMAIN_SOCKET_PATH.getText(conf);
    List<String> inPath = path.isEmpty() ? List.of() : DomainSocketPath.faults(path);
    faults.addAll(inPath);
    LOG.warn(faults);
    return new ClientWriteSettings(
        isOn(WritePathKeys.BUFFERED_ACKS, conf),
        isOn(WritePathKeys.BULK_CHUNKS, conf),
        WritePathKeys.PACKET_BUFFERS.fault(conf).isPresent()
            ? 0
            : WritePathKeys.PACKET_BUFFERS.getSizeBytes(conf),
        isOn(WritePathKeys.BLOCKING_SOCKET, conf),
        path.isEmpty() || !inPath.isEmpty() ? null : new DomainSocketPath(path));
  }

  private static boolean isOn(ConfigKey key, Configuration conf) {
    return key.fault(conf).isEmpty() && key.getBoolean(conf);
  }
}
