package org.tieredhdfs.hdfs.paths;

import org.jspecify.annotations.Nullable;

/**
 * The result for one directory when path policies are applied.
 *
 * @param path the directory
 * @param outcome what was done, or would have been in a dry run
 * @param oldPolicy the policy in effect before, its own or an inherited one; null if unknown
 * @param newPolicy the policy that it is to have
 * @param detail what an operator has to know besides; empty for nothing
 */
public record PathPolicyResult(
    String path, Outcome outcome, @Nullable String oldPolicy, String newPolicy, String detail) {

  /** What was done with a directory. */
  public enum Outcome {
    /** It had another policy. */
    CHANGED(true),
    /** The policy in effect was the right one. */
    UNCHANGED(true),
    /** It was missing and is made. */
    CREATED(true),
    /** It is missing and was not to be made. */
    MISSING(false),
    /** Something is there, but no directory. */
    NO_DIRECTORY(false),
    /** The file system refused. */
    FAILED(false);

    private final boolean good;

    Outcome(boolean good) {
      this.good = good;
    }
  }

  /** Whether the directory has the policy now, or would have it without a dry run. */
  public boolean isGood() {
    return outcome.good;
  }

  /** One line for an operator. */
  public String describe() {
    String done =
        switch (outcome) {
          case CHANGED -> oldPolicy + " -> " + newPolicy;
          case UNCHANGED -> newPolicy + " unchanged";
          case CREATED -> "made -> " + newPolicy;
          case MISSING -> "missing, not set to " + newPolicy;
          case NO_DIRECTORY -> "not a directory, not set to " + newPolicy;
          case FAILED -> "failed, not set to " + newPolicy;
        };
    return path + ": " + done + (detail.isEmpty() ? "" : " (" + detail + ")");
  }
}
