package org.tieredhdfs.mover.rules;

import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.paths.PathPattern;
import org.tieredhdfs.mover.api.MoveFilter;
import org.tieredhdfs.mover.conf.RuleKeys;

/**
 * A rule of the configuration. Immutable.
 *
 * @param pattern the paths for which it holds
 * @param policy the policy that files get which were renamed to here; null for none
 * @param clearsPolicy whether such files lose the policy of their own
 * @param minAgeMs how old a file has to be
 * @param countsFromArrival whether its age counts from its arrival, not from its last writing
 * @param filter the filter that decides about each file; null for none
 */
record MoveRule(
    String name,
    PathPattern pattern,
    @Nullable BlockStoragePolicy policy,
    boolean clearsPolicy,
    long minAgeMs,
    boolean countsFromArrival,
    @Nullable MoveFilter filter) {

  /** One line for people. */
  String describe() {
    String sets =
        policy == null
            ? (clearsPolicy ? "clears the policy" : "keeps the policy")
            : policy.getName();
    return String.format(
        "%s: %s, %s, from %d ms after %s%s",
        name,
        pattern,
        sets,
        minAgeMs,
        countsFromArrival ? RuleKeys.FROM_ARRIVAL : RuleKeys.FROM_MODIFICATION,
        filter == null ? "" : ", if " + filter.name() + " lets it");
  }

  boolean changesPolicy() {
    return policy != null || clearsPolicy;
  }
}
