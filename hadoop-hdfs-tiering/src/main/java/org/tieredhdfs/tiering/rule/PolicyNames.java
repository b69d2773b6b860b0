package org.tieredhdfs.tiering.rule;

import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;

/** The names of the policies of a cluster, by the numbers that images have. Immutable. */
public final class PolicyNames {
  private final Map<Byte, BlockStoragePolicy> policies = new TreeMap<>();

  /** Those that a file has from its creation, or never. */
  private final Set<Byte> onlyNew = new HashSet<>();

  private final byte defaultPolicy;

  /**
   * @param defaultPolicy the policy of what has none
   */
  PolicyNames(Collection<? extends BlockStoragePolicySpi> policies, byte defaultPolicy) {
    for (BlockStoragePolicySpi policy : policies) {
      if (policy instanceof BlockStoragePolicy known) {
        this.policies.put(known.getId(), known);
        if (known.isCopyOnCreateFile()) {
          onlyNew.add(known.getId());
        }
      }
    }
    this.defaultPolicy = defaultPolicy;
  }

  /** Those that a cluster's NameNode offers. */
  public static PolicyNames of(DistributedFileSystem fileSystem) throws IOException {
    return new PolicyNames(
        fileSystem.getAllStoragePolicies(),
        fileSystem.getClient().getServerDefaults().getDefaultStoragePolicyId());
  }

  /** Those of a configuration, where no cluster can be asked. */
  public static PolicyNames of(Configuration conf) {
    BlockStoragePolicySuite suite = BlockStoragePolicySuite.createDefaultSuite(conf);
    return new PolicyNames(List.of(suite.getAllPolicies()), suite.getDefaultPolicy().getId());
  }

  /** The name of a policy; for 0 that of the one that holds without any. */
  public String name(byte number) {
    byte meant = inForce(number);
    BlockStoragePolicy policy = policies.get(meant);
    return policy == null ? "policy " + meant : policy.getName();
  }

  /** The policy that a number of an image means: for 0 that which holds without any. */
  public byte inForce(byte number) {
    return number == 0 ? defaultPolicy : number;
  }

  /** How many replicas of a file are to be on a storage type, by a number of an image. */
  int replicasOn(StorageType type, byte number, int replication) {
    return Collections.frequency(types(number, replication), type);
  }

  /**
   * The storage type of each replica that a file is to have, by a number of an image; none if there
   * is no such policy.
   *
   * @param replication up to 32767
   */
  public List<StorageType> types(byte number, int replication) {
    BlockStoragePolicy policy = policies.get(inForce(number));
    return policy == null ? List.of() : policy.chooseStorageTypes((short) replication);
  }

  /** Whether a usual file of a policy has replicas on a storage type. */
  boolean uses(StorageType type, byte number) {
    return replicasOn(type, number, Relief.USUAL_REPLICATION) > 0;
  }

  /** The numbers of the policies that existing files can be given, by their names. */
  Map<String, Byte> ofExistingFiles() {
    Map<String, Byte> numbers = new TreeMap<>();
    policies.forEach((number, policy) -> numbers.put(policy.getName(), number));
    numbers.values().removeAll(onlyNew);
    return numbers;
  }

  /** All names, in their order. */
  public Set<String> all() {
    Set<String> names = new TreeSet<>();
    policies.values().forEach(policy -> names.add(policy.getName()));
    return names;
  }
}
