package org.tieredhdfs.hdfs.types;

/**
 * A storage type that stock Hadoop does not have.
 *
 * @param name upper-case name, as it stands in {@code dfs.datanode.data.dir} and in policies
 * @param number what is written to the wire, to edits and to images; the same on every node and
 *     never given to another type, from {@link StorageTypeParser#LEAST_NUMBER}
 * @param ram whether the medium is memory: no read-ahead, no page-cache hints, no fsync for moves
 * @param stockAlias the stock type as which a stock peer is to see it
 */
public record CustomStorageType(String name, int number, boolean ram, String stockAlias) {

  /** The built-in type: memory that takes part in replication, unlike RAM_DISK. */
  public static final CustomStorageType RAMDISK =
      new CustomStorageType("RAMDISK", StorageTypeParser.LEAST_NUMBER, true, "DISK");
}
