package org.tieredhdfs.hdfs.write;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
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
 */
public record ClientWriteSettings(
    boolean bufferedAcks, boolean bulkChunks, long packetBufferBytes, boolean blockingSocket) {

  /** The settings for Apache Hadoop's behaviour. */
  public static final ClientWriteSettings HADOOPS = new ClientWriteSettings(false, false, 0, false);

  private static final FaultLog LOG =
      new FaultLog(
          LoggerFactory.getLogger(ClientWriteSettings.class),
          "using Apache Hadoop's behaviour for each invalid key");

  /** Reads the settings; invalid ones are logged once and turned off. */
  public static ClientWriteSettings of(Configuration conf) {
    List<String> faults = new ArrayList<>();
    for (ConfigKey key : new WritePathKeys().keys()) {
      key.fault(conf).ifPresent(faults::add);
    }
    LOG.warn(faults);
    return new ClientWriteSettings(
        isOn(WritePathKeys.BUFFERED_ACKS, conf),
        isOn(WritePathKeys.BULK_CHUNKS, conf),
        WritePathKeys.PACKET_BUFFERS.fault(conf).isPresent()
            ? 0
            : WritePathKeys.PACKET_BUFFERS.getSizeBytes(conf),
        isOn(WritePathKeys.BLOCKING_SOCKET, conf));
  }

  private static boolean isOn(ConfigKey key, Configuration conf) {
    return key.fault(conf).isEmpty() && key.getBoolean(conf);
  }
}
