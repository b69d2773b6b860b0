package org.tieredhdfs.rehearsal.stock.probe;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The files that a client is tried on, as arguments of its process.
 *
 * @param root directory of this kind of files; has the policy
 * @param own directory below it, for what this client makes
 * @param erasureCoding name of the erasure coding policy, or {@link #REPLICATED}
 */
public record Subject(
    String root, String own, String policy, String customType, String erasureCoding) {

  /** Of all three quotas that are set, by type. */
  public static final long DISK_QUOTA_BYTES = 91L << 30;

  public static final long CUSTOM_QUOTA_BYTES = 73L << 30;

  public static final int BLOCK_BYTES = 1 << 20;

  /** Two blocks and a part of a third. */
  public static final int FILE_BYTES = 2 * BLOCK_BYTES + BLOCK_BYTES / 3;

  public static final String REPLICATED = "-";

  private static final int PARTS = 5;

  public List<String> arguments() {
    return List.of(root, own, policy, customType, erasureCoding);
  }

  static Subject of(String[] arguments) {
    if (arguments.length != PARTS) {
      throw new IllegalArgumentException("not a subject: " + Arrays.toString(arguments));
    }
    return new Subject(arguments[0], arguments[1], arguments[2], arguments[3], arguments[4]);
  }

  public boolean isErasureCoded() {
    return !erasureCoding.equals(REPLICATED);
  }

  /** The file that was there before any stock client came. */
  public String given() {
    return root + "/given";
  }

  public String own(String name) {
    return own + "/" + name;
  }

  /** The content of every file; no two blocks are equal. */
  public static byte[] content(int length) {
    byte[] content = new byte[length];
    for (int i = 0; i < length; i++) {
      content[i] = (byte) (i * 31 + (i >>> 8) * 17 + (i >>> 16));
    }
    return content;
  }

  /** Refuses anything but the first bytes of what every file holds. */
  public static void requireContent(byte[] found, int length) throws IOException {
    byte[] expected = content(length);
    int mismatch = Arrays.mismatch(expected, found);
    if (mismatch >= 0) {
      throw new IOException(
          "read " + found.length + " bytes instead of " + length + ", other from " + mismatch);
    }
  }

  public static void require(boolean isTrue, String otherwise) throws IOException {
    if (!isTrue) {
      throw new IOException(otherwise);
    }
  }
}
