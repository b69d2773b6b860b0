package org.tieredhdfs.hdfs.ram;

/**
 * A file of which the NameNode knows no good replica for at least one block.
 *
 * @param path where it is
 * @param policy the name of its storage policy, or "unknown"
 * @param lostBlocks how many of its blocks are without a replica
 * @param lostBytes their size
 * @param bytes the size of the file
 * @param cause why, as far as it can be told
 */
record LostFile(
    String path, String policy, int lostBlocks, long lostBytes, long bytes, Cause cause) {

  /** Why blocks are lost, told by where the policy would have put their replicas. */
  enum Cause {
    MEMORY_ONLY("its policy keeps all replicas in memory"),
    ON_DISKS(
        "its policy keeps a replica outside memory: check for dead DataNodes and"
            + " failed disks"),
    UNKNOWN("its policy is unknown");

    private final String words;

    Cause(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }
}
