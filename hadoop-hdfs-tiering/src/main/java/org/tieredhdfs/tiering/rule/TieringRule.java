package org.tieredhdfs.tiering.rule;

import org.jspecify.annotations.Nullable;
import org.tieredhdfs.tiering.image.FileInode;

/**
 * Which policy the files of an expression are to have. Used by one thread, for one image.
 *
 * @param name as the configuration lists it
 * @param policy the number of the policy; {@link #OF_DIRECTORY} to take back what rules gave
 * @param relief chooses some of the files, where the rule is for those alone
 * @param fill what the files may take of a storage type, where others choose them
 */
public record TieringRule(
    String name,
    Expression files,
    byte policy,
    PolicyNames policies,
    @Nullable Relief relief,
    @Nullable FillTarget fill) {
  /** Stands for the policy that holds for the file's directory. */
  public static final byte OF_DIRECTORY = 0;

  /** How the configuration says so. */
  static final String OF_DIRECTORY_NAME = "DIRECTORY";

  /** What a rule does with a file that it is for. */
  public enum Effect {
    /** The file gets the policy. */
    CHANGE,
    /** It has the policy already. */
    THERE,
    /**
     * Somebody pinned it or gave it a policy, a rule has given it something since the image, or it
     * is erasure-coded and cannot have this one.
     */
    LEFT
  }

  /**
   * Whether it is for a file. One that relieves a storage type stays so for a file that has left;
   * one that fills it is for the files that are there.
   */
  boolean isFor(FileInode file) {
    return files.fits(file)
        && (fill == null || fill.storedBytes(file, file.ownPolicy(), policies) > 0)
        && (relief == null
            || file.ownPolicy() == policy
            || relief.takes(file, relief.freedBytes(file, policy)));
  }

  /** What it does with a file that it is for; a file that it changes is counted. */
  public Effect apply(FileInode file, Provenance provenance) {
    Effect effect = effectOn(file, provenance);
    if (relief != null && effect == Effect.CHANGE) {
      relief.took(file, relief.freedBytes(file, policy));
    }
    return effect;
  }

  /** What it would do with a file. */
  Effect effectOn(FileInode file, Provenance provenance) {
    byte own = file.ownPolicy();
    boolean isThere = policy == OF_DIRECTORY ? own == 0 : policies.inForce(file.policy()) == policy;
    if (isThere || fill != null) {
      return Effect.THERE;
    }
    boolean isFree =
        !provenance.wasGivenSince(file.number())
            && (own == 0 || provenance.isByRule(file.number(), own));
    boolean canHave = policy == OF_DIRECTORY || file.canHave(policy);
    return isFree && canHave && !file.isPinned() ? Effect.CHANGE : Effect.LEFT;
  }

  /** The policy as the configuration has it, in upper case. */
  public String policyName() {
    return policy == OF_DIRECTORY ? OF_DIRECTORY_NAME : policies.name(policy);
  }
}
