package org.tieredhdfs.hdfs.downgrade;

import org.jspecify.annotations.Nullable;

/**
 * One thing in a namespace that stock Hadoop cannot read or would fail on.
 *
 * @param kind what it is
 * @param inodeId of the file or directory
 * @param path where that is, as far as it can be told
 * @param value the policy's name or id, or the type with the quota
 * @param snapshot the snapshot that holds it, as {@code "NAME of DIRECTORY"}; null if it is in the
 *     live tree
 */
record Obstacle(Kind kind, long inodeId, String path, String value, @Nullable String snapshot) {

  /** What stock Hadoop does not know. */
  enum Kind {
    POLICY("storage policy"),
    QUOTA("quota of storage type");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  /** Whether it can be cleared by a change of the live tree. */
  boolean isClearable() {
    return snapshot == null;
  }

  /** One line for people. */
  String describe() {
    String what = path + ": " + kind.words + " " + value;
    return snapshot == null
        ? what
        : what + ", held by snapshot " + snapshot + ": delete that snapshot";
  }
}
