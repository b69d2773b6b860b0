package org.tieredhdfs.mover.namenode;

import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The storage policies that the NameNode offers, by id. Thread-safe.
 *
 * <p>A NameNode that is restarted may have others, so they are read again each minute that they are
 * asked for. If that fails, those that are known go on to hold.
 */
public final class PolicyTable {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyTable.class);
  private static final long MAX_AGE_NS = TimeUnit.MINUTES.toNanos(1);

  private final DistributedFileSystem fileSystem;
  private final LongSupplier nanoClock;
  private final AtomicLong readNs;
  private volatile Map<Byte, BlockStoragePolicy> byId;
  private volatile byte defaultId;

  /**
   * Reads them for the first time.
   *
   * @param nanoClock as {@link System#nanoTime}
   */
  public PolicyTable(DistributedFileSystem fileSystem, LongSupplier nanoClock) throws IOException {
    this.fileSystem = fileSystem;
    this.nanoClock = nanoClock;
    this.readNs = new AtomicLong(nanoClock.getAsLong());
    read();
  }

  private void read() throws IOException {
    byId =
        Arrays.stream(fileSystem.getClient().getStoragePolicies())
            .collect(Collectors.toUnmodifiableMap(BlockStoragePolicy::getId, policy -> policy));
    defaultId = fileSystem.getServerDefaults(new Path("/")).getDefaultStoragePolicyId();
  }

  /** One thread reads them; meanwhile others go on with what is known. */
  private void readAgainIfOld() {
    long lastNs = readNs.get();
    long nowNs = nanoClock.getAsLong();
    if (nowNs - lastNs < MAX_AGE_NS || !readNs.compareAndSet(lastNs, nowNs)) {
      return;
    }
    try {
      read();
    } catch (IOException e) {
      LOG.info("Cannot read the storage policies, so those of before hold: {}", e.toString());
    }
  }

  /** The policy of an id as file states hold it; null if the NameNode has none. */
  public @Nullable BlockStoragePolicy policy(byte id) throws IOException {
    readAgainIfOld();
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
