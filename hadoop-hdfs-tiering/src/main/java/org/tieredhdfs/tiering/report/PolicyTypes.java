package org.tieredhdfs.tiering.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.tieredhdfs.tiering.rule.PolicyNames;

/**
 * How many replicas of a file policies want on each storage type. Types are counted by their place
 * in Hadoop's list; one more stands for policies that nobody knows. Used by one thread.
 */
final class PolicyTypes {
  /** How all of them are called together. */
  static final String ALL = "(all)";

  static final List<StorageType> TYPES = List.of(StorageType.values());
  static final int UNKNOWN = TYPES.size();
  static final int COUNT = UNKNOWN + 1;

  /** No more fits into an inode, whatever a damaged image says. */
  private static final int MAX_REPLICATION = 4095;

  private final PolicyNames policies;

  /** What was asked for already: to ask a policy takes longer than all the rest. */
  private final Map<Integer, int[]> known = new HashMap<>();

  PolicyTypes(PolicyNames policies) {
    this.policies = policies;
  }

  /** Of a type, or of {@link #COUNT}, which stands for all. */
  static String name(int type) {
    return type == COUNT ? ALL : type == UNKNOWN ? "UNKNOWN" : TYPES.get(type).name();
  }

  /** By type, for a number that an image has for a policy. */
  int[] of(byte policy, int replication) {
    int count = Math.max(0, Math.min(replication, MAX_REPLICATION));
    return known.computeIfAbsent(policy << 16 | count, any -> count(policy, count));
  }

  private int[] count(byte policy, int replication) {
    int[] replicas = new int[COUNT];
    List<StorageType> types = policies.types(policy, replication);
    types.forEach(type -> replicas[TYPES.indexOf(type)]++);
    replicas[UNKNOWN] = replication - types.size();
    return replicas;
  }
}
