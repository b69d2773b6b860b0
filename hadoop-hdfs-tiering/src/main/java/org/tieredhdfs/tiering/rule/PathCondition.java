package org.tieredhdfs.tiering.rule;

import java.util.Arrays;
import org.tieredhdfs.hdfs.paths.PathPattern;
import org.tieredhdfs.tiering.image.FileInode;

/**
 * Whether a pattern fits the path of a file.
 *
 * <p>What can be known from the directory is remembered: a byte for each directory of the image.
 * Else the file's name decides. Used by one thread, for one image.
 */
final class PathCondition implements Condition {
  private static final byte UNKNOWN = 0;

  /** It fits the directory, and so all below. */
  private static final byte ALL = 1;

  /** It fits nothing below. */
  private static final byte NONE = 2;

  /** It may fit something below, but not directly in it. */
  private static final byte DEEPER = 3;

  /** It fits those directly in it whose name fits. */
  private static final byte BY_NAME = 4;

  private final PathPattern pattern;
  private byte[] known = new byte[0];
  private int[] way = new int[64];

  PathCondition(PathPattern pattern) {
    this.pattern = pattern;
  }

  @Override
  public boolean fits(FileInode file) {
    if (known.length != file.directories()) {
      known = new byte[file.directories()];
    }
    byte here = known[file.directory()];
    if (here == UNKNOWN) {
      here = learn(file);
    }
    return here == ALL || (here == BY_NAME && pattern.fitsName(file.name()));
  }

  /** From what is known above it down to the file's directory. */
  private byte learn(FileInode file) {
    int length = 0;
    int at = file.directory();
    while (at >= 0 && known[at] == UNKNOWN) {
      if (length == way.length) {
        way = Arrays.copyOf(way, length * 2);
      }
      way[length++] = at;
      at = file.parentOf(at);
    }
    byte above = at < 0 ? DEEPER : known[at];
    while (length > 0) {
      int directory = way[--length];
      above = above == ALL || above == NONE ? above : look(file.pathOf(directory));
      known[directory] = above;
    }
    return above;
  }

  private byte look(String directory) {
    String path = directory.isEmpty() ? "/" : directory;
    if (pattern.fits(path)) {
      return ALL;
    }
    if (pattern.mayFitIn(path)) {
      return BY_NAME;
    }
    return pattern.mayFitBelow(path) ? DEEPER : NONE;
  }

  @Override
  public int cost() {
    return 20;
  }
}
