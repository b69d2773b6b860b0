package org.tieredhdfs.mover.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;

/**
 * A random cluster with a random policy and a block somewhere in it; the same for the same seed.
 */
final class RandomCase {
  static final long BLOCK_BYTES = 100;
  private static final StorageType[] TYPES = {
    StorageType.SSD, StorageType.DISK, StorageType.ARCHIVE
  };

  final List<NodeModel> nodes = new ArrayList<>();
  final BlockModel block;
  final Targets targets;

  RandomCase(long seed) {
    Random random = new Random(seed * 0x9E3779B97F4A7C15L);
    int racks = 1 + random.nextInt(3);
    int domains = random.nextInt(4);
    boolean hasGroups = random.nextInt(4) == 0;
    int count = 2 + random.nextInt(5);
    for (int i = 0; i < count; i++) {
      String id = "node" + i;
      String rack = "/rack" + random.nextInt(racks);
      String group = hasGroups ? rack + "/group" + random.nextInt(2) : id;
      String domain = domains == 0 ? id : "domain" + random.nextInt(domains);
      nodes.add(
          new NodeModel(id, rack, group, domain, random.nextInt(10) != 0, randomRoom(random)));
    }
    int replicas = 1 + random.nextInt(Math.min(4, count));
    List<NodeModel> holders = new ArrayList<>(nodes);
    Collections.shuffle(holders, random);
    List<ReplicaModel> held = new ArrayList<>();
    for (NodeModel holder : holders.subList(0, replicas)) {
      // the type may be full now, or its volume may be gone
      held.add(new ReplicaModel(holder, anyType(random), BLOCK_BYTES, random.nextInt(12) == 0));
    }
    List<StorageType> wanted =
        WantedTypes.of(randomPolicy(random), replicas, WantedTypes.typesOf(nodes));
    block = new BlockModel(held, wanted, random.nextInt(4) == 0);
    targets = new AnyTargets(nodes);
  }

  private static StorageType anyType(Random random) {
    return TYPES[random.nextInt(TYPES.length)];
  }

  private static Map<StorageType, Long> randomRoom(Random random) {
    Map<StorageType, Long> room = new EnumMap<>(StorageType.class);
    for (StorageType type : TYPES) {
      switch (random.nextInt(4)) {
        case 0 -> room.put(type, BLOCK_BYTES - 1);
        case 1, 2 -> room.put(type, BLOCK_BYTES + random.nextInt(1000));
        default -> {}
      }
    }
    return room;
  }

  private static BlockStoragePolicy randomPolicy(Random random) {
    StorageType[] types = new StorageType[1 + random.nextInt(3)];
    for (int i = 0; i < types.length; i++) {
      types[i] = anyType(random);
    }
    StorageType[] fallbacks = new StorageType[random.nextInt(3)];
    for (int i = 0; i < fallbacks.length; i++) {
      fallbacks[i] = anyType(random);
    }
    return new BlockStoragePolicy((byte) 3, "RANDOM", types, fallbacks, fallbacks);
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("nodes:\n");
    nodes.forEach(node -> text.append("  ").append(node).append('\n'));
    text.append("replicas:\n");
    block
        .replicas()
        .forEach(
            held ->
                text.append("  ")
                    .append(held.node().id())
                    .append(' ')
                    .append(held.type())
                    .append(held.pinned() ? " pinned" : "")
                    .append('\n'));
    return text.append("wanted: ")
        .append(block.wanted())
        .append(block.spread() ? ", spread" : "")
        .toString();
  }
}
