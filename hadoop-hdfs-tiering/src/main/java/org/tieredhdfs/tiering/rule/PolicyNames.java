package org.tieredhdfs.tiering.rule;

import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.server.blockmanagement.BlockStoragePolicySuite;

/** The names of the policies of a cluster, by the numbers that images have. Immutable. */
public final class PolicyNames {
  private final Map<Byte, String> names = new TreeMap<>();

  /** Those that a file has from its creation, or never. */
  private final Set<Byte> onlyNew = new HashSet<>();

  private final byte defaultPolicy;

  /**
   * @param defaultPolicy the policy of what has none
   */
  PolicyNames(Collection<? extends BlockStoragePolicySpi> policies, byte defaultPolicy) {
    for (BlockStoragePolicySpi policy : policies) {
      if (policy instanceof BlockStoragePolicy known) {
        names.put(known.getId(), known.getName());
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
    return names.getOrDefault(meant, "policy " + meant);
  }

  /** The policy that a number of an image means: for 0 that which holds without any. */
  public byte inForce(byte number) {
    return number == 0 ? defaultPolicy : number;
  }

  /** The numbers of the policies that existing files can be given, by their names. */
  Map<String, Byte> ofExistingFiles() {
    Map<String, Byte> numbers = new TreeMap<>();
    names.forEach((number, name) -> numbers.put(name, number));
    numbers.values().removeAll(onlyNew);
    return numbers;
  }

  /** All names, in their order. */
  public Set<String> all() {
    return new TreeSet<>(names.values());
  }
}
