package org.tieredhdfs.verify;

/**
 * One link of a list: a row with a random id that points at the row before it.
 *
 * @param id never {@link #NONE}
 * @param previous the id of a row that was acknowledged before this one was written, or {@link
 *     #NONE} where a list begins
 */
public record ListRow(long id, long previous) {
  static final long NONE = 0;

  boolean isFirst() {
    return previous == NONE;
  }

  static String name(long id) {
    return String.format("%016x", id);
  }
}
