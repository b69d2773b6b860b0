package org.tieredhdfs.ycsb.binding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.util.Bytes;
import site.ycsb.DBException;

/**
 * The checked settings of one thread's binding, made from the properties of a YCSB run.
 *
 * @param table the table that is used unless an operation names another
 * @param family the column family of the fields
 * @param buffered whether writes are gathered before they are sent
 * @param writeBufferBytes how many bytes of writes are gathered
 * @param durability how far a write has to be in the write-ahead log
 * @param conf the configuration of the HBase client
 */
record BindingSettings(
    TableName table,
    String family,
    boolean buffered,
    long writeBufferBytes,
    Durability durability,
    Configuration conf) {

  private static final String ZOOKEEPER_RETRIES = "zookeeper.recovery.retry";
  private static final String ZOOKEEPER_RETRY_INTERVAL_MS = "zookeeper.recovery.retry.intervalmill";

  /** The settings in {@code properties}, or an exception that names every fault in them. */
  static BindingSettings of(Properties properties) throws DBException {
    List<String> faults =
        new ArrayList<>(
            Arrays.stream(BindingProperty.values())
                .map(property -> property.fault(properties))
                .flatMap(Optional::stream)
                .toList());
    if (properties.containsKey("configresources")) {
      // ignored, it might load a table of another cluster
      faults.add(
          "configresources: '"
              + properties.getProperty("configresources")
              + "' is not allowed any more; put the folder of hbase-site.xml on the class path");
    }
    if (!faults.isEmpty()) {
      throw new DBException(String.join("; ", faults));
    }
    return new BindingSettings(
        TableName.valueOf(BindingProperty.TABLE.text(properties)),
        BindingProperty.COLUMN_FAMILY.text(properties),
        Boolean.parseBoolean(BindingProperty.CLIENT_BUFFERING.text(properties)),
        Long.parseLong(BindingProperty.WRITE_BUFFER_SIZE.text(properties)),
        Durability.valueOf(BindingProperty.DURABILITY.text(properties)),
        configuration(properties));
  }

  byte[] familyBytes() {
    return Bytes.toBytes(family);
  }

  private static Configuration configuration(Properties properties) {
    Configuration conf = HBaseConfiguration.create();
    boundWaits(conf, Long.parseLong(BindingProperty.OPERATION_TIMEOUT_MS.text(properties)));
    for (String key : properties.stringPropertyNames()) {
      if (key.startsWith("hbase.") || key.startsWith("zookeeper.")) {
        conf.set(key, properties.getProperty(key).trim());
      }
    }
    return conf;
  }

  /** Without these a lost HBase holds up a run for 20 minutes an operation. */
  private static void boundWaits(Configuration conf, long operationMs) {
    for (String key :
        List.of(
            HConstants.HBASE_CLIENT_OPERATION_TIMEOUT,
            HConstants.HBASE_CLIENT_META_OPERATION_TIMEOUT,
            HConstants.HBASE_CLIENT_SCANNER_TIMEOUT_PERIOD)) {
      conf.setLong(key, operationMs);
    }
    conf.setLong(
        HConstants.HBASE_RPC_TIMEOUT_KEY,
        Math.min(operationMs, conf.getLong(HConstants.HBASE_RPC_TIMEOUT_KEY, 60_000)));
    long intervalMs = Math.max(1, conf.getLong(ZOOKEEPER_RETRY_INTERVAL_MS, 1000));
    conf.setLong(ZOOKEEPER_RETRIES, Math.max(1, operationMs / intervalMs));
  }
}
