package org.tieredhdfs.mover.service;

/**
 * A file or directory that the service has accepted to move: one record, also for a directory with
 * many files.
 *
 * @param id its number, unique as long as the service's directory lives
 * @param group the number of the request that it belongs to: that of the first record of it
 * @param groupSize how many records the request has, with successive numbers
 * @param inodeId the file or directory
 * @param path its path when the request was made
 * @param origin who asked
 * @param user the user who asked; empty if it was nobody
 * @param isRecursive whether directories below it are walked
 * @param acceptedMs when it was accepted, in milliseconds since 1970
 */
public record QueuedRequest(
    long id,
    long group,
    int groupSize,
    long inodeId,
    String path,
    Origin origin,
    String user,
    boolean isRecursive,
    long acceptedMs) {

  /** Who asked for a move. */
  public enum Origin {
    /** A rename to where another policy holds. */
    RENAME,
    /** A storage policy that was set or taken back. */
    POLICY_CHANGE,
    /** A gap in what is known of the namespace, closed by looking at all of it again. */
    RECHECK,
    /** A user, by the command or the protocol. */
    USER
  }

  /** One that comes of an event and has no number yet. */
  static QueuedRequest ofEvent(long inodeId, String path, Origin origin) {
    return new QueuedRequest(0, 0, 1, inodeId, path, origin, "", true, System.currentTimeMillis());
  }

  /** One that a user asks for and that has no number yet. */
  static QueuedRequest ofUser(long inodeId, String path, String user, boolean isRecursive) {
    return new QueuedRequest(
        0, 0, 1, inodeId, path, Origin.USER, user, isRecursive, System.currentTimeMillis());
  }

  /**
   * The same, accepted now if it seems to have been accepted later: the clock was set back since,
   * and what counts time from there would wait until it is right again.
   */
  QueuedRequest acceptedBy(long nowMs) {
    return acceptedMs <= nowMs
        ? this
        : new QueuedRequest(id, group, groupSize, inodeId, path, origin, user, isRecursive, nowMs);
  }

  QueuedRequest numbered(long newId, long newGroup, int size) {
    return new QueuedRequest(
        newId, newGroup, size, inodeId, path, origin, user, isRecursive, acceptedMs);
  }
}
