package org.tieredhdfs.hdfs.cluster;

/**
 * How many other DataNodes have volumes of a storage type, as a NameNode counts them for one.
 *
 * @param nodes that are alive and have at least one
 * @param answering of these, those to which new replicas may come and one of whose volumes answered
 *     when last heard of and has room for a block
 */
public record PeerCount(int nodes, int answering) {
  public static final PeerCount NONE = new PeerCount(0, 0);

  public PeerCount {
    if (answering < 0 || nodes < answering) {
      throw new IllegalArgumentException(answering + " of " + nodes + " DataNodes");
    }
  }
}
