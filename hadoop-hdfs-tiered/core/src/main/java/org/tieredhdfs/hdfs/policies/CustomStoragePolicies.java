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
 * Puts our storage policies beside Hadoop's own, wherever Hadoop makes its set of them.
 *
 * <p>Lenient: what is invalid is left out and logged once per process; a daemon has refused it
 * before. Thread-safe.
 */
public final class CustomStoragePolicies {
  private static final FaultLog LOG =
      new FaultLog(
          LoggerFactory.getLogger(CustomStoragePolicies.class), "Storage policies left out");
  private static final int NOT_READ = -1;

  /** A bit for each policy id that puts all replicas on one type, as last read. */
  private static volatile int oneTypeIds = NOT_READ;

  private CustomStoragePolicies() {}

  /**
   * Fills the free places of {@code policies}, whose index is the id. Never throws.
   *
   * <p>Where stock code has no configuration at hand, {@code hdfs-site.xml} on the class path is
   * read.
   *
   * @param conf the configuration of the process; null where stock code has none at hand
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
      faults.add("storage policies cannot be read: " + e);
    }
    if (conf != null || oneTypeIds == NOT_READ) {
      oneTypeIds = oneType;
    }
    LOG.warn(faults);
  }

  /**
   * Whether a policy of ours puts all replicas on one type, fallbacks aside; of a stock policy it
   * answers false. Goes by what the process last read, since stock code asks with the id alone, and
   * often.
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
      faults.add("policy " + policy.name() + " needs the overlay in front of Hadoop's jars");
      return false;
    }
    policies[policy.id()] = policy.toHadoop(StorageType::valueOf);
    return true;
  }
}
