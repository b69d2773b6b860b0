package org.tieredhdfs.hdfs.policies;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.conf.FaultLog;

/**
 * Adds custom storage policies to Hadoop's own, wherever Hadoop creates its set of policies.
 *
 * <p>Lenient: invalid policies are ignored and logged once per process; a daemon has refused them
 * before. Thread-safe.
 */
public final class CustomStoragePolicies {
  private static final FaultLog LOG =
      new FaultLog(
          LoggerFactory.getLogger(CustomStoragePolicies.class),
          "Ignoring invalid storage policies");
  private static final int NOT_READ = -1;

  /** A bit for each policy id that puts all replicas on one type, as last read. */
  private static volatile int oneTypeIds = NOT_READ;

  private CustomStoragePolicies() {}

  /**
   * Fills the free places of {@code policies}, whose index is the id. Never throws.
   *
   * <p>If stock code has no configuration, {@code hdfs-site.xml} on the class path is read.
   *
   * @param conf the configuration of the process; null where stock code has none
   */
  public static void addTo(@Nullable Configuration conf, @Nullable BlockStoragePolicy[] policies) {
    List<String> faults = new ArrayList<>();
    int oneType = 0;
    try {
      Configuration source = conf == null ? new HdfsConfiguration() : conf;
      List<String> known = StorageType.asList().stream().map(StorageType::name).toList();
      StoragePolicyParser.Parsed parsed = StoragePolicyParser.parse(source, known);
      faults.addAll(parsed.faults());
      for (CustomStoragePolicy policy : parsed.policies()) {
        if (add(policy, policies, known, faults) && policy.isOfOneType()) {
          oneType |= 1 << policy.id();
        }
      }
    } catch (RuntimeException e) {
      faults.add("cannot read the storage policies: " + e);
    }
    if (conf != null || oneTypeIds == NOT_READ) {
      oneTypeIds = oneType;
    }
    LOG.warn(faults);
  }

  /**
   * Whether a custom policy puts all replicas on one type, fallbacks aside; false for a stock
   * policy. Uses the policies that the process read last, because stock code only passes the id,
   * and calls this often.
   */
  public static boolean isOfOneType(byte id) {
    if (oneTypeIds == NOT_READ) {
      addTo(null, new BlockStoragePolicy[ReservedPolicies.GREATEST_ID + 1]);
    }
    return id >= 0 && (oneTypeIds >> id & 1) == 1;
  }

  private static boolean add(
      CustomStoragePolicy policy,
      @Nullable BlockStoragePolicy[] policies,
      List<String> known,
      List<String> faults) {
    BlockStoragePolicy there = policies[policy.id()];
    if (there != null) {
      faults.add("id " + policy.id() + " of policy " + policy.name() + " is taken by " + there);
      return false;
    }
    if (!known.containsAll(policy.types())) {
      faults.add("policy " + policy.name() + " needs the overlay first on the class path");
      return false;
    }
    policies[policy.id()] = policy.toHadoop(StorageType::valueOf);
    return true;
  }
}
