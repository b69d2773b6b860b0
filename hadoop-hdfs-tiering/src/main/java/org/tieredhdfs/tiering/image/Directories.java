package org.tieredhdfs.tiering.image;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The directories of an image, by their place in it: names, parents, and what files inherit.
 *
 * <p>22 bytes and the name for each. Written while the image is read; then only read. Used by one
 * thread.
 */
final class Directories {
  /** For a directory whose place in the tree is not known, as of one that only snapshots hold. */
  static final int NOWHERE = -1;

  /** The root of every namespace of HDFS. */
  private static final long ROOT_NUMBER = 16385;

  private static final byte LIVE = 1;
  private static final byte PINNED = 2;
  private static final byte SNAPSHOTS = 4;
  private static final byte SETTLED = 8;

  private final InodeNumbers numbers = new InodeNumbers();
  private long[] numberOf = new long[1024];
  private int[] nameStart = new int[1025];
  private byte[] names = new byte[16 * 1024];
  private byte[] policy = new byte[1024];
  private byte[] flags = new byte[1024];

  /** By rank of the number: the place. */
  private int[] placeOf = new int[0];

  private int[] parent = new int[0];
  private int count;

  /** Adds one; all that its inode says of it. */
  void add(long number, byte[] name, byte ownPolicy, boolean isPinned) throws IOException {
    if (count == numberOf.length) {
      int more = count * 2;
      numberOf = Arrays.copyOf(numberOf, more);
      nameStart = Arrays.copyOf(nameStart, more + 1);
      policy = Arrays.copyOf(policy, more);
      flags = Arrays.copyOf(flags, more);
    }
    int start = nameStart[count];
    long end = (long) start + name.length;
    if (end > Integer.MAX_VALUE - 8) {
      throw new IOException("the names of the directories need more than 2 GB");
    }
    if (end > names.length) {
      names =
          Arrays.copyOf(names, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(end, end * 3 / 2)));
    }
    System.arraycopy(name, 0, names, start, name.length);
    nameStart[count + 1] = (int) end;
    numberOf[count] = number;
    policy[count] = ownPolicy;
    flags[count] = isPinned ? PINNED : 0;
    numbers.add(number);
    count++;
  }

  /** Ends the adding: from here on places are known by number. */
  void index() {
    numbers.rank();
    placeOf = new int[count];
    parent = new int[count];
    Arrays.fill(parent, NOWHERE);
    for (int i = 0; i < count; i++) {
      placeOf[numbers.rankOf(numberOf[i])] = i;
    }
  }

  int count() {
    return count;
  }

  /** The place of a directory, or {@link #NOWHERE} if there is no such directory. */
  int place(long number) {
    int rank = numbers.rankOf(number);
    return rank < 0 ? NOWHERE : placeOf[rank];
  }

  void setParent(int directory, int itsParent) {
    parent[directory] = itsParent;
  }

  void setSnapshots(int directory) {
    flags[directory] |= SNAPSHOTS;
  }

  /** Hands down what files inherit, from the root to the leaves; false if there is no root. */
  boolean settle() {
    int root = place(ROOT_NUMBER);
    if (root == NOWHERE) {
      return false;
    }
    // whatever a damaged image says: paths end there
    parent[root] = NOWHERE;
    flags[root] |= LIVE | SETTLED;
    int[] way = new int[64];
    for (int i = 0; i < count; i++) {
      int length = 0;
      int at = i;
      while (at != NOWHERE && (flags[at] & SETTLED) == 0) {
        if (length == way.length) {
          way = Arrays.copyOf(way, length * 2);
        }
        way[length++] = at;
        flags[at] |= SETTLED;
        at = parent[at];
      }
      while (length > 0) {
        int below = way[--length];
        int above = parent[below];
        if (above != NOWHERE) {
          flags[below] |= (byte) (flags[above] & (LIVE | PINNED | SNAPSHOTS));
          if (policy[below] == 0) {
            policy[below] = policy[above];
          }
        }
      }
    }
    return true;
  }

  int parent(int directory) {
    return parent[directory];
  }

  boolean isLive(int directory) {
    return (flags[directory] & LIVE) != 0;
  }

  boolean isPinned(int directory) {
    return (flags[directory] & PINNED) != 0;
  }

  boolean hasSnapshots(int directory) {
    return (flags[directory] & SNAPSHOTS) != 0;
  }

  /** The number of the policy of files without one of their own; 0 if none is set. */
  byte policy(int directory) {
    return policy[directory];
  }

  /** The path of a live directory, without a slash at its end: empty for the root. */
  String path(int directory) {
    List<String> parts = new ArrayList<>();
    for (int at = directory; parent[at] != NOWHERE; at = parent[at]) {
      int start = nameStart[at];
      parts.add(new String(names, start, nameStart[at + 1] - start, StandardCharsets.UTF_8));
    }
    StringBuilder path = new StringBuilder();
    for (int i = parts.size() - 1; i >= 0; i--) {
      path.append('/').append(parts.get(i));
    }
    return path.toString();
  }
}
