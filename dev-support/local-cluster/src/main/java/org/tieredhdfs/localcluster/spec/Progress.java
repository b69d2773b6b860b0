package org.tieredhdfs.localcluster.spec;

import java.util.List;

/** Told how the start or the end of a cluster goes on. */
public interface Progress {

  /** Something is finished. */
  void done(String what);

  /**
   * Something failed. Says the first line of why: a report has the rest, such as the end of a log.
   */
  default void failed(String what, Throwable cause) {
    done(what + " FAILED: " + cause.toString().lines().findFirst().orElse(""));
  }

  /** Called a few times a second while something goes on, with what is awaited. */
  void waitingFor(List<String> names);

  /** Says nothing to nobody. */
  static Progress silent() {
    return new Progress() {
      @Override
      public void done(String what) {}

      @Override
      public void waitingFor(List<String> names) {}
    };
  }
}
