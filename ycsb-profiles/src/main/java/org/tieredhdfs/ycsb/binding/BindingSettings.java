package org.tieredhdfs.ycsb.binding;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
 * @param connectTimeoutMs how long connecting may take
 * @param reconnectAttempts how often one operation opens a new connection
 * @param exitOnFailure whether failures that YCSB swallows show in the exit code
 * @param conf the configuration of the HBase client
 */
record BindingSettings(
    TableName table,
    String family,
    boolean buffered,
    long writeBufferBytes,
    Durability durability,
    long connectTimeoutMs,
    int reconnectAttempts,
    boolean exitOnFailure,
    Configuration conf) {

  private static final String ZOOKEEPER_RETRIES = "zookeeper.recovery.retry";
  private static final String ZOOKEEPER_RETRY_INTERVAL_MS = "zookeeper.recovery.retry.intervalmill";

  /** The settings in {@code properties}, or an exception that names every fault in them. */
  static BindingSettings of(Properties properties) throws DBException {
    List<String> faults = new ArrayList<>();
    for (BindingProperty property : BindingProperty.values()) {
      property.fault(properties).ifPresent(faults::add);
    }
    checkTableName(properties, faults);
    List<Path> resources = configResources(properties, faults);
    if (!faults.isEmpty()) {
      throw new DBException(String.join("; ", faults));
    }
    return new BindingSettings(
        TableName.valueOf(BindingProperty.TABLE.text(properties)),
        BindingProperty.COLUMN_FAMILY.text(properties),
        BindingProperty.CLIENT_BUFFERING.flag(properties),
        BindingProperty.WRITE_BUFFER_SIZE.number(properties),
        Durability.valueOf(BindingProperty.DURABILITY.text(properties)),
        BindingProperty.CONNECT_TIMEOUT_MS.number(properties),
        (int) BindingProperty.RECONNECT_ATTEMPTS.number(properties),
        BindingProperty.EXIT_ON_FAILURE.flag(properties),
        configuration(properties, resources));
  }

  byte[] familyBytes() {
    return Bytes.toBytes(family);
  }

  /** Where HBase is looked for, for messages. */
  String address() {
    return String.format(
        Locale.ROOT,
        "ZooKeeper %s, port %s, znode %s",
        conf.get(HConstants.ZOOKEEPER_QUORUM),
        conf.get(HConstants.ZOOKEEPER_CLIENT_PORT),
        conf.get(HConstants.ZOOKEEPER_ZNODE_PARENT));
  }

  private static void checkTableName(Properties properties, List<String> faults) {
    String name = BindingProperty.TABLE.text(properties);
    try {
      TableName.valueOf(name);
    } catch (IllegalArgumentException e) {
      faults.add("table: '" + name + "' is not allowed; " + e.getMessage());
    }
  }

  private static List<Path> configResources(Properties properties, List<String> faults) {
    List<Path> files = new ArrayList<>();
    String list = BindingProperty.CONFIG_RESOURCES.text(properties);
    for (String name : list.split(",", -1)) {
      if (name.isBlank()) {
        continue;
      }
      Path file = Path.of(name.trim());
      if (Files.isReadable(file)) {
        files.add(file);
      } else {
        faults.add("configresources: '" + name.trim() + "' is not a file that can be read");
      }
    }
    return files;
  }

  private static Configuration configuration(Properties properties, List<Path> resources)
      throws DBException {
    Configuration conf = HBaseConfiguration.create();
    try {
      for (Path resource : resources) {
        conf.addResource(new org.apache.hadoop.fs.Path(resource.toUri()));
        // read something, because a malformed file fails only then
        conf.size();
      }
    } catch (RuntimeException e) {
      throw new DBException("configresources: " + resources + " cannot be read", e);
    }
    boundWaits(conf, properties);
    for (String key : properties.stringPropertyNames()) {
      if (key.startsWith("hbase.") || key.startsWith("zookeeper.")) {
        conf.set(key, properties.getProperty(key).trim());
      }
    }
    return conf;
  }

  /** Without these a lost HBase holds up a run for 20 minutes an operation. */
  private static void boundWaits(Configuration conf, Properties properties) {
    long operationMs = BindingProperty.OPERATION_TIMEOUT_MS.number(properties);
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
    long connectMs = BindingProperty.CONNECT_TIMEOUT_MS.number(properties);
    long intervalMs = Math.max(1, conf.getLong(ZOOKEEPER_RETRY_INTERVAL_MS, 1000));
    conf.setLong(ZOOKEEPER_RETRIES, Math.max(1, connectMs / intervalMs));
  }
}
