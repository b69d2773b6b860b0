package org.tieredhdfs.tiering.rule;

import java.util.Map;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.util.StringUtils.TraditionalBinaryPrefix;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.tiering.image.FileInode;

/**
 * How much of a storage type the files of a rule may take. Immutable.
 *
 * @param type the type
 * @param percent of what all DataNodes in service have of it; 0 if it is a number of bytes
 * @param bytes as many; 0 if it is a share
 */
public record FillTarget(StorageType type, int percent, long bytes) {
  /** How it is written. */
  static final String FORM = "a storage type and a share or size, as 'SSD 80%' or 'SSD 10t'";

  private static final double ALL = 100;

  /** Reads one; null if it has not {@link #FORM}. */
  static @Nullable FillTarget parse(String text) {
    String[] words = text.trim().split(" +", -1);
    StorageType type = TieringKeys.type(words[0]);
    if (type == null || words.length != 2) {
      return null;
    }
    String much = words[1];
    if (much.matches("[0-9]{1,3}%")) {
      int percent = Integer.parseInt(much.substring(0, much.length() - 1));
      return percent < 1 || percent > ALL ? null : new FillTarget(type, percent, 0);
    }
    try {
      long bytes = TraditionalBinaryPrefix.string2long(much);
      return bytes < 1 ? null : new FillTarget(type, 0, bytes);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** In bytes, of all replicas. */
  public long capacityBytes(Map<StorageType, TypeFill> fills) {
    return percent == 0
        ? bytes
        : (long) (TypeFill.of(fills, type).capacityBytes() * (percent / ALL));
  }

  /** What all replicas of a file take of it by a policy, in bytes; 0 for no policy. */
  public long storedBytes(FileInode file, byte policy, PolicyNames policies) {
    return policy == 0
        ? 0
        : policies.replicasOn(type, policy, file.replication()) * file.storedBytesOfOne();
  }
}
