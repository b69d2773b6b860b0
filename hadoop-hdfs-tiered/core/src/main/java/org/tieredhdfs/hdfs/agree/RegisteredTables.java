package org.tieredhdfs.hdfs.agree;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.metrics2.util.MBeans;
import org.jspecify.annotations.Nullable;

/**
 * The storage types of registered DataNodes, shown in the NameNode's JMX.
 *
 * <p>One for the process; an entry for each DataNode there ever was. Thread-safe.
 */
public final class RegisteredTables implements RegisteredTablesMXBean {
  /** The name in JMX, behind {@code Hadoop:service=NameNode,name=}. */
  public static final String NAME = "TieredStorageTypes";

  /** What stands for a DataNode without the overlay. */
  public static final String STOCK = "stock";

  private static final Map<String, Entry> ENTRIES = new ConcurrentHashMap<>();
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

  static void put(String uuid, String node, @Nullable String table) {
    ENTRIES.put(uuid, new Entry(node, table == null ? STOCK : table));
  }

  /** Whether a DataNode registered last without the overlay. */
  public static boolean isStock(String uuid) {
    Entry entry = ENTRIES.get(uuid);
    return entry != null && entry.table().equals(STOCK);
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
}
