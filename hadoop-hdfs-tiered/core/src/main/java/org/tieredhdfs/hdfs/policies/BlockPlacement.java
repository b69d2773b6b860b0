package org.tieredhdfs.hdfs.policies;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.jspecify.annotations.Nullable;

/** The storage types that a block's replicas lie on, against those that a policy gives them. */
public final class BlockPlacement {
  private BlockPlacement() {}

  /**
   * Whether replicas on these types, in whatever order, are just what the policy wants of so many.
   */
  public static boolean satisfies(StorageType[] types, @Nullable BlockStoragePolicy policy) {
    if (policy == null || types.length > Short.MAX_VALUE) {
      return false;
    }
    List<StorageType> wanted = policy.chooseStorageTypes((short) types.length);
    return Arrays.stream(types).sorted().toList().equals(wanted.stream().sorted().toList());
  }
}
