package org.tieredhdfs.hdfs.policies;

import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.jspecify.annotations.Nullable;

/** Compares the storage types of a block's replicas with those of its policy. */
public final class BlockPlacement {
  private BlockPlacement() {}

  /** Whether replicas on these types, in any order, match the policy exactly. */
  public static boolean satisfies(StorageType[] types, @Nullable BlockStoragePolicy policy) {
    if (policy == null || types.length > Short.MAX_VALUE) {
      return false;
    }
    List<StorageType> wanted = policy.chooseStorageTypes((short) types.length);
    return Arrays.stream(types).sorted().toList().equals(wanted.stream().sorted().toList());
  }
}
