package org.tieredhdfs.mover.api;

/**
 * A file, identified by its inode id, which a rename does not change.
 *
 * @param inodeId its id in the namespace
 * @param path its path when it was found, for people to read
 */
public record FileRef(long inodeId, String path) {
  /** The prefix of a path by inode id. */
  public static final String BY_INODE = "/.reserved/.inodes/";

  private static final String SNAPSHOT = "/.snapshot";

  /** The path by which the NameNode is asked. Files in snapshots have no path by inode id. */
  public String lookupPath() {
    return isInSnapshot() ? path : inodePath();
  }

  /** Whether it is in a snapshot, or the root of one, which has its directory's inode id. */
  public boolean isInSnapshot() {
    return path.contains(SNAPSHOT + '/') || path.endsWith(SNAPSHOT);
  }

  /** The path of the inode, in whatever directory it is now. */
  public String inodePath() {
    return BY_INODE + inodeId;
  }

  /** A file or directory in this one, which is a directory. */
  public FileRef child(long childId, String name) {
    return new FileRef(childId, path.endsWith("/") ? path + name : path + '/' + name);
  }
}
