package org.tieredhdfs.upstream;

import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One test on both sides.
 *
 * @param stock null if it did not run there
 * @param ours null if it did not run there
 */
record TestComparison(
    TestClass test,
    @Nullable SideOutcome stock,
    @Nullable SideOutcome ours,
    ComparisonVerdict verdict) {

  /** Class, test and what each side said, on one line. */
  String describe() {
    return test.simpleName() + "." + name() + ": " + verdict.meaning() + messages();
  }

  private String name() {
    return Stream.of(stock, ours)
        .flatMap(Stream::ofNullable)
        .map(side -> side.best().name())
        .findFirst()
        .orElse("?");
  }

  private String messages() {
    String text =
        Stream.of(messageOf(TestSide.STOCK, stock), messageOf(TestSide.OURS, ours))
            .filter(message -> !message.isEmpty())
            .collect(Collectors.joining("; "));
    return text.isEmpty() ? "" : " (" + text + ")";
  }

  private static String messageOf(TestSide side, @Nullable SideOutcome outcome) {
    if (outcome == null || outcome.worst().message().isEmpty()) {
      return "";
    }
    return side.label() + ": " + outcome.worst().message();
  }
}
