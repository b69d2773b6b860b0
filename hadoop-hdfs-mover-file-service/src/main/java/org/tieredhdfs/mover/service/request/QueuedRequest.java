package org.tieredhdfs.mover.service.request;

import org.tieredhdfs.mover.api.FileRef;

/**
 * A request to move a file or directory. One record, also for a directory with many files.
 *
 * @param id its number, unique as long as the service's directory lives
 * @param group the number of the request that it belongs to: that of the first record of it
 * @param groupSize how many records the request has, with successive numbers
 * @param inodeId the file or directory
 * @param path its path when the request was made
 * @param origin the cause of the request
 * @param user the user who made the request; empty for events
 * @param isRecursive whether directories below it are walked
 * @param acceptedMs when it was accepted, in milliseconds since 1970
 * @param isDirectory whether it has to be walked, as far as is known
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
    long acceptedMs,
    boolean isDirectory) {

  /** The origin of a request. */
  public enum Origin {
    /** A rename that changes the effective policy, or a concatenation. */
    RENAME,
    /** A storage policy was set or unset. */
    POLICY_CHANGE,
    /** A gap in the event stream, closed by checking the whole namespace again. */
    RECHECK,
    /** A user, by the command or the protocol. */
    USER;

    /** Whether rules give files the policy that they say. */
    public boolean changesPolicies() {
      return this == RENAME || this == RECHECK;
    }

    /** The origin of one look for two reasons: the one in which rules do more. */
    Origin and(Origin other) {
      return changesPolicies() || !other.changesPolicies() ? this : other;
    }
  }

  /** A new request from an event, without a number. */
  public static QueuedRequest ofEvent(
      long inodeId, String path, Origin origin, boolean isDirectory) {
    return fresh(inodeId, path, origin, "", true, isDirectory);
  }

  /** A new request of a user, without a number. */
  public static QueuedRequest ofUser(
      long inodeId, String path, String user, boolean isRecursive, boolean isDirectory) {
    return fresh(inodeId, path, Origin.USER, user, isRecursive, isDirectory);
  }

  private static QueuedRequest fresh(
      long inodeId, String path, Origin origin, String user, boolean isDeep, boolean isDirectory) {
    long nowMs = System.currentTimeMillis();
    return new QueuedRequest(0, 0, 1, inodeId, path, origin, user, isDeep, nowMs, isDirectory);
  }

  /**
   * One for a file that a walk for this request has found, and that waits: of a user's request it
   * is a part, of others it is one of its own.
   */
  public QueuedRequest ofFile(FileRef file) {
    return new QueuedRequest(
        0,
        isOfUser() ? group : 0,
        isOfUser() ? groupSize : 1,
        file.inodeId(),
        file.path(),
        origin,
        user,
        false,
        acceptedMs,
        false);
  }

  /** Whether this is a part that was not asked for, but found by a walk. */
  public boolean isFoundPart() {
    return id >= group + groupSize;
  }

  public boolean isOfUser() {
    return origin == Origin.USER;
  }

  /**
   * The same, accepted now if it seems to have been accepted later: the clock was set back since,
   * and what counts time from there would wait until it is right again.
   */
  public QueuedRequest acceptedBy(long nowMs) {
    return acceptedMs <= nowMs ? this : with(path, origin, isRecursive, nowMs, isDirectory);
  }

  private QueuedRequest with(
      String newPath, Origin newOrigin, boolean isDeep, long newAcceptedMs, boolean isTree) {
    return new QueuedRequest(
        id, group, groupSize, inodeId, newPath, newOrigin, user, isDeep, newAcceptedMs, isTree);
  }

  public QueuedRequest numbered(long newId, long newGroup, int size) {
    return new QueuedRequest(
        newId, newGroup, size, inodeId, path, origin, user, isRecursive, acceptedMs, isDirectory);
  }

  /**
   * This request merged with a repetition of it: the current path, the new time, and the options of
   * both.
   */
  public QueuedRequest askedAgain(QueuedRequest newer) {
    return with(
        newer.path,
        origin.and(newer.origin),
        isRecursive || newer.isRecursive,
        newer.acceptedMs,
        isDirectory || newer.isDirectory);
  }

  /**
   * This request merged with what a walk has found; a file that has not moved is no newer.
   *
   * @param isThere whether it is certain that the file was there just now, not only when it was
   *     listed
   */
  public QueuedRequest foundAgain(QueuedRequest found, boolean isThere) {
    QueuedRequest merged = askedAgain(found);
    return !isThere || found.path.equals(path)
        ? merged.with(path, merged.origin, merged.isRecursive, acceptedMs, merged.isDirectory)
        : merged;
  }
}
