package org.tieredhdfs.hdfs.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.hdfs.types.StorageTypeBridge;

/**
 * Maps the storage types of a request to those of the block token.
 *
 * <p>A stock client has a token for RAMDISK and asks for what it was shown, DISK. Each type that
 * the token does not grant is taken for a custom type that it does grant and whose alias it is; no
 * grant counts twice. Everything else is left for stock's check to refuse. Stateless.
 */
public final class TokenAliases {
  private TokenAliases() {}

  /**
   * @param granted what the token names: storage types, or the ids of storages, which have no alias
   * @param requested of the same kind
   * @return what stock is to compare with the grants
   */
  public static Object[] meant(Object[] granted, Object[] requested) {
    return granted instanceof StorageType[] types && requested instanceof StorageType[] asked
        ? meant(types, asked)
        : requested;
  }

  private static StorageType[] meant(StorageType[] granted, StorageType[] requested) {
    List<StorageType> free = new ArrayList<>(Arrays.asList(granted));
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < requested.length; i++) {
      if (!free.remove(requested[i])) {
        open.add(i);
      }
    }
    if (open.isEmpty() || free.isEmpty()) {
      return requested;
    }
    StorageType[] meant = requested.clone();
    for (int i : open) {
      for (StorageType grant : free) {
        if (requested[i].equals(StorageTypeBridge.alias(grant))) {
          meant[i] = grant;
          free.remove(grant);
          break;
        }
      }
    }
    return meant;
  }
}
