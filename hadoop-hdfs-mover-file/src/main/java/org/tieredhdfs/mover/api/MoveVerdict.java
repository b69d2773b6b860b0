package org.tieredhdfs.mover.api;

/**
 * The verdict of a {@link MoveFilter} on a file.
 *
 * @param notBeforeMs when to ask again, in milliseconds since 1970; of use with {@link Kind#LATER}
 */
public record MoveVerdict(Kind kind, long notBeforeMs) {

  /** The kinds of verdict. */
  public enum Kind {
    /** It may be moved. */
    NOW,
    /** It may not be moved yet; the filter is asked again. */
    LATER,
    /** It must not be moved, unless something else happens to it. */
    NEVER
  }

  private static final MoveVerdict NOW = new MoveVerdict(Kind.NOW, 0);
  private static final MoveVerdict NEVER = new MoveVerdict(Kind.NEVER, 0);

  public static MoveVerdict now() {
    return NOW;
  }

  /**
   * The filter is to be asked again.
   *
   * @param timeMs not before this, in milliseconds since 1970
   */
  public static MoveVerdict notBefore(long timeMs) {
    return new MoveVerdict(Kind.LATER, timeMs);
  }

  public static MoveVerdict never() {
    return NEVER;
  }
}
