package org.tieredhdfs.tiering.rule;

/** Tells policies that rules gave from those that users set. Used by one thread. */
public interface Provenance {
  /** Where no rule has given anything. */
  Provenance NONE =
      new Provenance() {
        @Override
        public boolean isByRule(long inode, byte policy) {
          return false;
        }

        @Override
        public boolean wasGivenSince(long inode) {
          return false;
        }
      };

  /**
   * Whether a rule gave a file its own policy.
   *
   * @param inode the number of the file
   * @param policy the number of the policy that it has
   */
  boolean isByRule(long inode, byte policy);

  /** Whether a rule may have given a file something after the image. */
  boolean wasGivenSince(long inode);
}
