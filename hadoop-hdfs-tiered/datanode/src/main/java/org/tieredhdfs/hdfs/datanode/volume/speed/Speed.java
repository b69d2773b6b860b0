package org.tieredhdfs.hdfs.datanode.volume.speed;

/**
 * What the judge of volumes holds of how fast one of them is. Immutable.
 *
 * @param weight how much sooner than its peers it is done with the same work
 * @param readers how many reads lately waited for it at a time, on average
 * @param bytesPerSec of deliveries; 0 while it is not known
 * @param drops how many times it was found far slower than its peers
 * @param timesSlower how many times as long as its peers it took when it was last compared; not a
 *     number if nothing could be
 */
public record Speed(
    State state, double weight, double readers, double bytesPerSec, int drops, double timesSlower) {

  /** How it stands. */
  public enum State {
    IN_SERVICE,
    /** It was found far slower than its peers once, and is used as before. */
    SUSPECTED,
    /** It was found so again, and gets no new blocks for a while. */
    DROPPED,
    /** It gets few new blocks, to show whether it is slow still. */
    ON_TRIAL
  }

  /** Of a volume of which nothing is known. */
  public static final Speed UNKNOWN = new Speed(State.IN_SERVICE, 1, 0, 0, 0, Double.NaN);

  /** Whether it was found far slower than its peers, and has not shown that it no longer is. */
  public boolean isSlow() {
    return state == State.DROPPED || state == State.ON_TRIAL;
  }
}
