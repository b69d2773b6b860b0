package org.apache.hadoop.hdfs.server.blockmanagement;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.HadoopIllegalArgumentException;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.agree.RegisteredTables;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;

/**
 * Refuses policies that DataNodes without the overlay cannot serve: a block token names the types
 * of all replicas of its block, and a stock DataNode fails on an unknown name, for writers and
 * readers, even if its own replica is on DISK.
 *
 * <p>In this package to find out whether block tokens are on. Stateless.
 */
@NullMarked
public final class UsablePolicies {
  private UsablePolicies() {}

  /**
   * Accepts or refuses a policy that is set on a path.
   *
   * @param policy as asked for by name; null if there is none
   * @throws HadoopIllegalArgumentException with one sentence, if a live DataNode cannot serve it
   */
  public static void admit(BlockManager blocks, @Nullable BlockStoragePolicy policy) {
    if (policy == null || blocks.getBlockTokenSecretManager() == null || !hasCustomType(policy)) {
      return;
    }
    List<String> stock =
        blocks.getDatanodeManager().getDatanodeListForReport(DatanodeReportType.LIVE).stream()
            .filter(node -> RegisteredTables.isStock(node.getDatanodeUuid()))
            .map(DatanodeDescriptor::getXferAddr)
            .sorted()
            .toList();
    if (!stock.isEmpty()) {
      throw new HadoopIllegalArgumentException(
          "the storage policy "
              + policy.getName()
              + " cannot be used yet: block tokens are on, and these DataNodes run without"
              + " the tiered overlay and cannot read tokens with its types: "
              + String.join(", ", stock)
              + ". Restart them with the overlay first (hdfs tiered upgrade-check)");
    }
  }

  private static boolean hasCustomType(BlockStoragePolicy policy) {
    return Arrays.stream(policy.getStorageTypes()).anyMatch(UsablePolicies::isCustom)
        || Arrays.stream(policy.getCreationFallbacks()).anyMatch(UsablePolicies::isCustom)
        || Arrays.stream(policy.getReplicationFallbacks()).anyMatch(UsablePolicies::isCustom);
  }

  private static boolean isCustom(StorageType type) {
    return StorageTypeBridge.alias(type) != null;
  }
}
