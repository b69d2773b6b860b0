package org.tieredhdfs.tiering.rule;

/** Tells policies that rules gave from those that users set. Used by one thread. */
@FunctionalInterface
public interface Provenance {
  /** Where no rule has given anything. */
  Provenance NONE = (inode, policy) -> false;

  /**
   * Whether a rule gave a file its own policy.
   *
   * @param inode the number of the file
   * @param policy the number of the policy that it has
   */
  boolean isByRule(long inode, byte policy);
}
