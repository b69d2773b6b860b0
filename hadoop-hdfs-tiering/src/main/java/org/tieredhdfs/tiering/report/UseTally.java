package org.tieredhdfs.tiering.report;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.tieredhdfs.tiering.image.FileInode;
import org.tieredhdfs.tiering.rule.FileFacts;

/**
 * The sums over the files of an image, of which each is added once. Takes no more memory for more
 * files. Used by one thread.
 */
public final class UseTally {
  /** In the curve: all that policies want, and one replica of each file. */
  static final int ALL_REPLICAS = PolicyTypes.COUNT;

  static final int ONE_REPLICA = ALL_REPLICAS + 1;

  final long nowMs;

  /** Whether ages count from the last read, or else from the last write. */
  final boolean isByRead;

  final AgedUse all = new AgedUse();
  final OwnerUses owners = new OwnerUses();
  long contentBytes;
  private final PolicyTypes wanted;

  /** Bytes by type and beyond, and by step of age. */
  private final long[][] curve = new long[ONE_REPLICA + 1][Ages.STEPS];

  public UseTally(FileFacts facts) {
    this.nowMs = facts.nowMs();
    this.isByRead = facts.hasReadTimes().getAsBoolean();
    this.wanted = new PolicyTypes(facts.policies());
  }

  /** Adds a file. */
  public void add(FileInode file) {
    int[] replicas = wanted.of(file.policy(), file.replication());
    int step = Ages.step(nowMs - (isByRead ? file.readMs() : file.writtenMs()));
    int range = Ages.range(step);
    long bytesOfOne = file.storedBytesOfOne();
    contentBytes += file.lengthBytes();
    all.add(range, replicas, bytesOfOne);
    owners.of(file.owner()).add(range, replicas, bytesOfOne);
    curve[ONE_REPLICA][step] += bytesOfOne;
    for (int type = 0; type < replicas.length; type++) {
      curve[type][step] += replicas[type] * bytesOfOne;
      curve[ALL_REPLICAS][step] += replicas[type] * bytesOfOne;
    }
  }

  /** Adds what moves if a file gets a policy, by its number; 0 for that of its directory. */
  public void addChange(FileInode file, byte policy) {
    int[] before = wanted.of(file.policy(), file.replication());
    int[] after = wanted.of(file.policyIfGiven(policy), file.replication());
    all.addChange(before, after, file.storedBytesOfOne());
    owners.of(file.owner()).addChange(before, after, file.storedBytesOfOne());
  }

  /** The space of what was used within each step or before, on a type or as said above. */
  long[] curve(int what) {
    long[] sums = curve[what].clone();
    Arrays.parallelPrefix(sums, Long::sum);
    return sums;
  }

  /** The last step up to which all fits into a space; -1 if not even the first one's does. */
  int lastFitting(int what, long spaceBytes) {
    return (int) LongStream.of(curve(what)).takeWhile(sum -> sum <= spaceBytes).count() - 1;
  }
}
