package org.tieredhdfs.tiering.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * What owners have: the first 10,000 of an image each by itself, the others together, so that an
 * image of any size takes at most some thirty megabytes. Used by one thread.
 */
final class OwnerUses {
  /** How many are told apart. */
  static final int MAX = 10_000;

  private final Map<String, AgedUse> byName = new HashMap<>();

  /** What those have that came when there were as many. */
  final AgedUse later = new AgedUse();

  /** An owner, and what it has. */
  record Owner(String name, AgedUse use) {}

  AgedUse of(String owner) {
    AgedUse known = byName.get(owner);
    if (known == null) {
      if (byName.size() == MAX) {
        return later;
      }
      known = new AgedUse();
      byName.put(owner, known);
    }
    return known;
  }

  /** Those of whom a sum is above 0, the greatest first, then all others together by a name. */
  List<Owner> biggest(int most, ToLongFunction<AgedUse> sum, String others) {
    List<Owner> biggest = new ArrayList<>();
    byName.forEach((name, use) -> biggest.add(new Owner(name, use)));
    biggest.removeIf(owner -> sum.applyAsLong(owner.use()) <= 0);
    biggest.sort(
        Comparator.comparingLong((Owner owner) -> -sum.applyAsLong(owner.use()))
            .thenComparing(Owner::name));
    List<Owner> rest = biggest.subList(Math.min(most, biggest.size()), biggest.size());
    AgedUse together = new AgedUse();
    together.add(later);
    rest.forEach(owner -> together.add(owner.use()));
    rest.clear();
    if (sum.applyAsLong(together) > 0) {
      biggest.add(new Owner(others, together));
    }
    return biggest;
  }
}
