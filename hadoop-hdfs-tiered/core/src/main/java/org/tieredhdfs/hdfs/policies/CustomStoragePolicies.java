package org.tieredhdfs.hdfs.policies;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;

public final class CustomStoragePolicies {
  public static void addTo(Configuration conf, BlockStoragePolicy[] policies) {
    StorageType r = StorageType.valueOf("RAMDISK");
    StorageType[] f = {StorageType.SSD, StorageType.DISK};
    policies[13] = new BlockStoragePolicy((byte) 13, "ALL_RAMDISK", new StorageType[] {r}, f, f);
    policies[11] =
        new BlockStoragePolicy(
            (byte) 11, "ONE_RAMDISK", new StorageType[] {r, StorageType.DISK}, f, f);
  }

  public static boolean isOfOneType(byte id) {
    return id == 13;
  }

  private CustomStoragePolicies() {}
}
