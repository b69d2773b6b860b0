package org.tieredhdfs.hdfs.start;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.NameNodeRefusals;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.agree.HandshakeBridge;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.hdfs.conf.TieredConfigurationCheck;
import org.tieredhdfs.hdfs.health.HealthSettings;
import org.tieredhdfs.hdfs.peers.StorageCourier;
import org.tieredhdfs.hdfs.profile.DatanodeProfiles;
import org.tieredhdfs.hdfs.types.StorageTypeParser;
import org.tieredhdfs.hdfs.types.StorageTypeTable;

/**
 * The check of a daemon during its construction: whether all patch points are active, the table of
 * storage types was read from the same configuration, and all keys of this project are valid.
 *
 * <p>Called by woven code where the overlay stands in front, and by {@link StartCheckAuditLogger}
 * and {@link StartCheckPlugin} where stock classes might. Stateless, thread-safe.
 */
public final class StartCheck {
  private static final Logger LOG = LoggerFactory.getLogger(StartCheck.class);

  private StartCheck() {}

  /**
   * Refuses to start a daemon that could not do what its configuration says.
   *
   * @param daemon the process that starts: {@code "NameNode"}, {@code "DataNode"}
   * @throws ConfigurationFaultsException with every fault found, before anything is changed
   */
  public static void require(String daemon, Configuration conf) {
    // a set, because both checks may find the same fault
    LinkedHashSet<String> faults = new LinkedHashSet<>(overlayFaults());
    if (faults.isEmpty()) {
      // With stock classes in front, every custom type would be reported as unknown as well.
      faults.addAll(tableFaults(conf));
      faults.addAll(TieredConfigurationCheck.faults(daemon, conf));
    }
    if (faults.isEmpty()) {
      LOG.info("{}: overlay active, storage types {}", daemon, StorageTypeTable.types());
      HandshakeBridge.started(daemon, conf);
      if (daemon.equals("NameNode")) {
        StorageCourier.started(conf);
        HealthSettings.started(conf);
      } else if (daemon.equals("DataNode")) {
        DatanodeProfiles.started(conf);
        NameNodeRefusals.publish();
      }
      return;
    }
    ConfigurationFaultsException refusal =
        new ConfigurationFaultsException(daemon + " does not start", List.copyOf(faults));
    LOG.error("{}", refusal.getMessage());
    throw refusal;
  }

  /** Why patch points are not active, one sentence for each class; empty if all are. */
  static List<String> overlayFaults() {
    LinkedHashSet<String> faults = new LinkedHashSet<>();
    ClassLoader loader =
        Objects.requireNonNullElse(
            StartCheck.class.getClassLoader(), ClassLoader.getSystemClassLoader());
    for (OverlayInspector.State state : new OverlayInspector(loader).states()) {
      if (state.fault() != null) {
        faults.add(state.fault());
      }
    }
    if (faults.isEmpty()) {
      return List.of();
    }
    return List.of(
        "the tiered overlay is not active: "
            + String.join("; ", faults)
            + " (its jar must be first on the class path, by HADOOP_CLASSPATH with"
            + " HADOOP_USER_CLASSPATH_FIRST=true, and built for this version of Hadoop)");
  }

  private static List<String> tableFaults(Configuration conf) {
    List<String> faults = new ArrayList<>(StorageTypeTable.faults());
    StorageTypeParser.Parsed wanted = StorageTypeParser.parse(conf::get);
    wanted.faults().stream().filter(fault -> !faults.contains(fault)).forEach(faults::add);
    if (faults.isEmpty() && !wanted.types().equals(StorageTypeTable.types())) {
      faults.add(
          StorageTypeParser.TYPES_KEY
              + ": the configuration says "
              + wanted.types()
              + ", but hdfs-site.xml on the class path says "
              + StorageTypeTable.types()
              + "; set the storage types there, as plain values");
    }
    return faults;
  }
}
