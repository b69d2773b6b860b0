package org.tieredhdfs.waits;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Waits of tests for a condition, asked for every 20 ms by the thread that waits.
 *
 * <p>That thread asks because its user may be another than that of the process. What a condition
 * throws ends the wait; an error that ends some other thread does not, since many tests provoke it.
 */
public final class Waits {
  private static final Duration INTERVAL = Duration.ofMillis(20);

  private Waits() {}

  /**
   * Waits until a condition holds.
   *
   * @param what the condition in words, for the failure
   * @throws ConditionTimeoutException if it does not hold within the limit
   * @throws Exception as the condition throws it
   */
  public static void until(String what, Duration limit, Callable<Boolean> condition)
      throws Exception {
    within(what, limit).until(condition);
  }

  /**
   * Waits until something is as wanted; a failure shows it as it was last.
   *
   * @param what is waited for, in words
   * @return it, as wanted
   * @throws ConditionTimeoutException if it is not so within the limit
   * @throws Exception as the question for it throws it
   */
  public static <T> T until(
      String what, Duration limit, Callable<T> question, Predicate<? super T> wanted)
      throws Exception {
    return within(what, limit).until(question, wanted);
  }

  private static ConditionFactory within(String what, Duration limit) {
    return Awaitility.await(what)
        .pollInSameThread()
        .dontCatchUncaughtExceptions()
        .pollDelay(Duration.ZERO)
        .pollInterval(INTERVAL)
        .atMost(limit);
  }
}
