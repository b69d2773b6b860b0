package org.tieredhdfs.hdfs.health;

import java.util.Collection;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.blockmanagement.DatanodeDescriptor;
import org.tieredhdfs.hdfs.cluster.PeerCount;
import org.tieredhdfs.hdfs.cluster.PeerCounts;

/**
 * Which DataNodes have a volume of a storage type that answers, as a NameNode knew at one moment.
 *
 * <p>Immutable once built.
 */
final class AnsweringNodes {
  /** Whether a DataNode answers, by type; only what it has. */
  private final IdentityHashMap<DatanodeDescriptor, Map<StorageType, Boolean>> byNode =
      new IdentityHashMap<>();

  private final Map<StorageType, PeerCount> all = new EnumMap<>(StorageType.class);

  private AnsweringNodes() {}

  /**
   * @param blockBytes the room of a volume that can take another's place
   * @param sinceMs a DataNode that was not heard since then may have been killed
   */
  static AnsweringNodes of(Collection<ReportedVolume> volumes, long blockBytes, long sinceMs) {
    AnsweringNodes nodes = new AnsweringNodes();
    for (ReportedVolume volume : volumes) {
      DatanodeDescriptor node = volume.storage().getDatanodeDescriptor();
      if (node.isAlive()) {
        boolean answers =
            volume.state().condition().answers()
                && volume.mayBeTarget()
                && volume.state().heardMs() >= sinceMs
                && volume.state().remainingBytes() >= blockBytes;
        nodes
            .byNode
            .computeIfAbsent(node, none -> new EnumMap<>(StorageType.class))
            .merge(volume.storage().getStorageType(), answers, Boolean::logicalOr);
      }
    }
    for (Map<StorageType, Boolean> node : nodes.byNode.values()) {
      node.forEach(
          (type, answers) ->
              nodes.all.merge(
                  type,
                  new PeerCount(1, answers ? 1 : 0),
                  (one, other) ->
                      new PeerCount(
                          one.nodes() + other.nodes(), one.answering() + other.answering())));
    }
    return nodes;
  }

  /** How many there are beside one. */
  PeerCounts otherThan(DatanodeDescriptor node) {
    Map<StorageType, PeerCount> others = new EnumMap<>(all);
    byNode
        .getOrDefault(node, Map.of())
        .forEach(
            (type, answers) ->
                others.computeIfPresent(
                    type,
                    (same, count) ->
                        new PeerCount(count.nodes() - 1, count.answering() - (answers ? 1 : 0))));
    return new PeerCounts(others);
  }
}
