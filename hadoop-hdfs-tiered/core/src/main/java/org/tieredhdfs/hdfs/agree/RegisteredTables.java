package org.tieredhdfs.hdfs.agree;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.metrics2.util.MBeans;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The storage types of registered DataNodes, shown in the NameNode's JMX.
 *
 * <p>One for the process; an entry for each DataNode there ever was. Thread-safe.
 */
public final class RegisteredTables implements RegisteredTablesMXBean {
  private static final Logger LOG = LoggerFactory.getLogger(RegisteredTables.class);

  /** The name in JMX, of a NameNode and of a DataNode. */
  public static final String NAME = "TieredStorageTypes";

  /** What stands for a DataNode without the overlay. */
  public static final String STOCK = "stock";

  private static final Map<String, Entry> ENTRIES = new ConcurrentHashMap<>();
  private static final Map<String, String> REFUSED = new ConcurrentHashMap<>();
  private static volatile boolean hasStock;
  private static final AtomicBoolean IS_PUBLISHED = new AtomicBoolean();

  private final String own;

  private record Entry(String node, String table) {}

  private RegisteredTables(String own) {
    this.own = own;
  }

  static void publish(String own) {
    if (IS_PUBLISHED.compareAndSet(false, true)) {
      MBeans.register("NameNode", NAME, new RegisteredTables(own));
    }
  }

  /** Notes that a DataNode is refused, and logs the reason if it is new. */
  static void refuse(String uuid, String reason) {
    if (!reason.equals(REFUSED.put(uuid, reason))) {
      LOG.warn("{}", reason);
    }
  }

  static synchronized void put(String uuid, String node, @Nullable String table) {
    REFUSED.remove(uuid);
    ENTRIES.put(uuid, new Entry(node, table == null ? STOCK : table));
    hasStock = ENTRIES.values().stream().anyMatch(entry -> entry.table().equals(STOCK));
  }

  /** Whether a DataNode has ever been let in. */
  static boolean has(String uuid) {
    return ENTRIES.containsKey(uuid);
  }

  /** Whether this process is a NameNode. */
  public static boolean isNameNode() {
    return IS_PUBLISHED.get();
  }

  /** Whether there is a DataNode, dead or alive, that registered last without the overlay. */
  public static boolean hasStock() {
    return hasStock;
  }

  @Override
  public String getStorageTypes() {
    return own;
  }

  @Override
  public Map<String, String> getDataNodes() {
    Map<String, String> tables = new TreeMap<>();
    ENTRIES.forEach((uuid, entry) -> tables.put(uuid, entry.node() + " " + entry.table()));
    return tables;
  }

  @Override
  public Map<String, String> getRefusedDataNodes() {
    return new TreeMap<>(REFUSED);
  }
}
