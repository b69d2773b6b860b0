package org.tieredhdfs.media.model;

/**
 * How long a medium takes for each request, in the order in which it is given them.
 *
 * <p>Has no clock: times are nanoseconds of the caller's. Not thread-safe.
 */
public interface Medium {
  /** From when on it can begin one more request; may lie in the past. */
  long freeNs();

  /** Whether {@code request} goes on where the head stands, so that it costs less than others. */
  boolean continues(IoRequest request);

  /**
   * Takes a request.
   *
   * @param beginNs when it begins, {@link #freeNs} or later
   * @param slowness by how much everything takes longer than the specification says; above 0
   * @return when it is done
   */
  long serve(IoRequest request, long beginNs, double slowness);
}
