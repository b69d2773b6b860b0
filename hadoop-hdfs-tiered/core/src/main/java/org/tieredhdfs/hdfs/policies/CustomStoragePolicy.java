package org.tieredhdfs.hdfs.policies;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;

/**
 * A storage policy that stock Hadoop does not have, by the names of its storage types.
 *
 * <p>Names, because the types exist as constants only where the overlay is in front.
 *
 * @param name upper-case name
 * @param id what the NameNode stores with a directory or file, 4 bits
 * @param types where the replicas of a block go, in order; the last one holds all further replicas
 * @param creationFallbacks what takes the place of a type that is full or missing when a block is
 *     written, the first that is there
 * @param replicationFallbacks the same when a replica is made of an existing block
 * @param copyOnCreate whether a new file keeps the policy that its directory had
 */
public record CustomStoragePolicy(
    String name,
    int id,
    List<String> types,
    List<String> creationFallbacks,
    List<String> replicationFallbacks,
    boolean copyOnCreate) {

  /** Whether all replicas go to one type, fallbacks aside. */
  boolean isOfOneType() {
    return Set.copyOf(types).size() == 1;
  }

  /**
   * The policy as Hadoop uses it.
   *
   * @param typeOf gives the storage type of a name
   */
  BlockStoragePolicy toHadoop(Function<String, StorageType> typeOf) {
    return new BlockStoragePolicy(
        (byte) id,
        name,
        array(types, typeOf),
        array(creationFallbacks, typeOf),
        array(replicationFallbacks, typeOf),
        copyOnCreate);
  }

  private static StorageType[] array(List<String> names, Function<String, StorageType> typeOf) {
    return names.stream().map(typeOf).toArray(StorageType[]::new);
  }
}
