package org.tieredhdfs.mover.plan;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The spread of a block's replicas over failure domains, which a move must not reduce.
 *
 * @param racks on how many racks they lie
 * @param nodeGroups in how many node groups
 * @param upgradeDomains in how many upgrade domains
 * @param fullestRack how many lie on the rack with most of them
 */
record Spread(int racks, int nodeGroups, int upgradeDomains, int fullestRack) {

  static Spread of(Collection<NodeModel> nodes) {
    Map<String, Integer> perRack = new HashMap<>();
    Set<String> groups = new HashSet<>();
    Set<String> domains = new HashSet<>();
    for (NodeModel node : nodes) {
      perRack.merge(node.rack(), 1, Integer::sum);
      groups.add(node.nodeGroup());
      domains.add(node.upgradeDomain());
    }
    int fullest = perRack.values().stream().mapToInt(Integer::intValue).max().orElse(0);
    return new Spread(perRack.size(), groups.size(), domains.size(), fullest);
  }

  /**
   * Whether it is at least as good as another one.
   *
   * @param strict whether the fullest rack counts, too
   */
  boolean isNoWorseThan(Spread other, boolean strict) {
    return racks >= other.racks
        && nodeGroups >= other.nodeGroups
        && upgradeDomains >= other.upgradeDomains
        && (!strict || fullestRack <= other.fullestRack);
  }
}
