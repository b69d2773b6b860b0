package org.tieredhdfs.mover.service;

/**
 * A request that the service has accepted: one record, also for a directory with many files.
 *
 * @param id its number, unique as long as the service's directory lives
 * @param inodeId the file or directory
 * @param path its path when the request was made, for people to read
 * @param origin who asked
 */
public record QueuedRequest(long id, long inodeId, String path, Origin origin) {

  /** Who asked for a move. */
  public enum Origin {
    /** A rename to where another policy holds. */
    RENAME,
    /** A storage policy that was set or taken back. */
    POLICY_CHANGE,
    /** A gap in what is known of the namespace, closed by looking at all of it again. */
    RECHECK
  }
}
