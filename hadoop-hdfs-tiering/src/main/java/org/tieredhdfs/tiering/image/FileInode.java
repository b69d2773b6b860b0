package org.tieredhdfs.tiering.image;

import java.nio.charset.StandardCharsets;
import java.util.function.Function;
import java.util.function.Predicate;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.SystemErasureCodingPolicies;
import org.apache.hadoop.hdfs.server.namenode.ErasureCodingPolicyManager;

/**
 * A file of an image, as its inode says.
 *
 * <p>One object stands for one file after the other: nothing of it may be kept beyond the call that
 * shows it. Used by one thread.
 */
public final class FileInode {
  private static final int USER_SHIFT = 40;
  private static final int GROUP_SHIFT = 16;
  private static final int NAME_MASK = (1 << 24) - 1;

  private final Directories directories;
  private final ImageStrings strings;

  long number;
  byte[] name = new byte[0];
  int directory;
  long permission;
  long lengthBytes;
  int replication;
  long writtenMs;
  long readMs;
  byte ownPolicy;
  boolean isErasureCoded;
  byte erasureCoding;
  boolean isOpen;
  boolean isPinnedItself;
  double readBytes;
  int unlistedBlocks;

  FileInode(Directories directories, ImageStrings strings) {
    this.directories = directories;
    this.strings = strings;
  }

  /** Makes it a file of which nothing is known yet. */
  void clear() {
    permission = 0;
    lengthBytes = 0;
    replication = 0;
    writtenMs = 0;
    readMs = 0;
    ownPolicy = 0;
    isErasureCoded = false;
    isOpen = false;
    isPinnedItself = false;
    readBytes = 0;
    unlistedBlocks = 0;
  }

  /** The number of the inode, which stays when the file is renamed. */
  public long number() {
    return number;
  }

  /** The whole path; made anew at each call. */
  public String path() {
    return directories.path(directory) + "/" + name();
  }

  /** A path as it is shown to people: what ends a line in it does not. */
  public static String onOneLine(String path) {
    return path.replace("\n", "\\n").replace("\r", "\\r");
  }

  /** The last part of the path; made anew at each call. */
  public String name() {
    return new String(name, StandardCharsets.UTF_8);
  }

  /** The place of its directory among those of the image, from 0. */
  public int directory() {
    return directory;
  }

  /** How many directories there are in the image. */
  public int directories() {
    return directories.count();
  }

  /** The place of a directory's parent; -1 for that of the root. */
  public int parentOf(int place) {
    return directories.parent(place);
  }

  /** The path of a directory; empty for the root. */
  public String pathOf(int place) {
    return directories.path(place);
  }

  /** Bytes of content; of a file that is open, those of which the NameNode knows. */
  public long lengthBytes() {
    return lengthBytes;
  }

  /** The replicas that it is to have; 1 if it is erasure-coded. */
  public int replication() {
    return isErasureCoded ? 1 : replication;
  }

  /**
   * What one replica takes on disk, or all units of an erasure-coded file; without checksums. The
   * parity of policies that were added to Hadoop's is not known, and not in it.
   */
  public long storedBytesOfOne() {
    ErasureCodingPolicy coding =
        isErasureCoded ? SystemErasureCodingPolicies.getByID(erasureCoding) : null;
    if (coding == null) {
      return lengthBytes;
    }
    long cellBytes = coding.getCellSize();
    long stripeBytes = cellBytes * coding.getNumDataUnits();
    // the parity cells of the last stripe are as long as its first cell
    long parityBytesOfOne =
        lengthBytes / stripeBytes * cellBytes + Math.min(cellBytes, lengthBytes % stripeBytes);
    return lengthBytes + parityBytesOfOne * coding.getNumParityUnits();
  }

  /** When it was written last, in milliseconds since 1970. */
  public long writtenMs() {
    return writtenMs;
  }

  /**
   * When it was opened last, or created, as exact as the NameNode's precision, in milliseconds
   * since 1970.
   */
  public long readMs() {
    return readMs;
  }

  /** What a condition says of it if it were read at some time. */
  public boolean ifRead(long timeMs, Predicate<FileInode> condition) {
    long was = readMs;
    readMs = timeMs;
    try {
      return condition.test(this);
    } finally {
      readMs = was;
    }
  }

  /** What a question is answered if it had another policy of its own; 0 for none. */
  public <T> T ifOwnPolicy(byte policy, Function<FileInode, T> question) {
    byte was = ownPolicy;
    ownPolicy = policy;
    try {
      return question.apply(this);
    } finally {
      ownPolicy = was;
    }
  }

  /** What was read of its blocks lately, as far as it was told, in bytes. */
  public double readBytes() {
    return readBytes;
  }

  /** How many of its blocks nobody has told of. */
  public int unlistedBlocks() {
    return unlistedBlocks;
  }

  public String owner() {
    return strings.user((int) (permission >>> USER_SHIFT) & NAME_MASK);
  }

  public String group() {
    return strings.group((int) (permission >>> GROUP_SHIFT) & NAME_MASK);
  }

  /**
   * The number of its policy, its own or that of a directory above it; 0 if none is set, or it does
   * not hold for erasure-coded files.
   */
  public byte policy() {
    return policyIfGiven(ownPolicy);
  }

  /** The same, if the policy that is set on the file itself were another one, or none: 0. */
  public byte policyIfGiven(byte own) {
    byte policy = own != 0 ? own : directories.policy(directory);
    // as the NameNode sees it
    return canHave(policy) ? policy : 0;
  }

  /** Whether a policy holds for it; for an erasure-coded file not all do. */
  public boolean canHave(byte policy) {
    return !isErasureCoded
        || ErasureCodingPolicyManager.checkStoragePolicySuitableForECStripedMode(policy);
  }

  /** The number of the policy that was set on the file itself; 0 if none was. */
  public byte ownPolicy() {
    return ownPolicy;
  }

  public boolean isErasureCoded() {
    return isErasureCoded;
  }

  /** Whether somebody was writing it when the image was written. */
  public boolean isOpen() {
    return isOpen;
  }

  /** Whether it or a directory above it has the attribute {@value NamespaceImage#PIN}. */
  public boolean isPinned() {
    return isPinnedItself || directories.isPinned(directory);
  }

  /** Whether a directory above it has snapshots. */
  public boolean hasSnapshots() {
    return directories.hasSnapshots(directory);
  }
}
