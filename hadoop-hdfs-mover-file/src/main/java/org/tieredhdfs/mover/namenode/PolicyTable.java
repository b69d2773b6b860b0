package org.tieredhdfs.mover.namenode;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.jspecify.annotations.Nullable;

/**
 * The storage policies that the NameNode offers, by id. Thread-safe.
 *
 * <p>They are fixed while a NameNode runs; an id that is not there is asked for once more.
 */
public final class PolicyTable {
  private final DistributedFileSystem fileSystem;
  private final Map<Byte, BlockStoragePolicy> byId = new ConcurrentHashMap<>();
  private volatile byte defaultId;

  public PolicyTable(DistributedFileSystem fileSystem) throws IOException {
    this.fileSystem = fileSystem;
    read();
  }

  private void read() throws IOException {
    for (BlockStoragePolicy policy : fileSystem.getClient().getStoragePolicies()) {
      byId.put(policy.getId(), policy);
    }
    defaultId = fileSystem.getServerDefaults(new Path("/")).getDefaultStoragePolicyId();
  }

  /** The policy of an id as file states hold it; null if the NameNode has none. */
  public @Nullable BlockStoragePolicy policy(byte id) throws IOException {
    byte effective = id == HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED ? defaultId : id;
    BlockStoragePolicy known = byId.get(effective);
    if (known == null) {
      read();
      known = byId.get(effective);
    }
    return known;
  }

  /** The policy of a name, in any case of letters; null if the NameNode has none. */
  public @Nullable BlockStoragePolicy policy(String name) {
    return byId.values().stream()
        .filter(policy -> policy.getName().equalsIgnoreCase(name))
        .findFirst()
        .orElse(null);
  }

  /** The names of all policies, for messages. */
  public String names() {
    return String.join(
        ", ", byId.values().stream().map(BlockStoragePolicy::getName).sorted().toList());
  }
}
