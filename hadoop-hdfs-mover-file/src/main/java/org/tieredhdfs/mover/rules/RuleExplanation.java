package org.tieredhdfs.mover.rules;

import java.io.IOException;
import java.time.Instant;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.tieredhdfs.mover.api.MoveFilter;
import org.tieredhdfs.mover.api.MoveVerdict;

/** The verdict of the rules on one file, for people. */
public final class RuleExplanation {
  private RuleExplanation() {}

  /**
   * The rule that matches the path of a file, and its verdict on the file in its current state.
   *
   * @throws IOException if a filter has to ask the NameNode, which fails
   */
  public static String of(MoveRules rules, FileStatus file, FileSystem fileSystem)
      throws IOException {
    MoveRule rule = rules.at(file.getPath().toUri().getPath());
    return rule == null
        ? "none"
        : rule.describe() + "; this one: " + verdict(rule, file, fileSystem);
  }

  private static String verdict(MoveRule rule, FileStatus file, FileSystem fileSystem)
      throws IOException {
    long nowMs = System.currentTimeMillis();
    if (rule.minAgeMs() > 0 && !rule.countsFromArrival()) {
      long remainingMs = RuleGate.remainingMs(rule, file.getModificationTime(), nowMs);
      if (remainingMs > 0) {
        return "not before " + Instant.ofEpochMilli(nowMs + remainingMs);
      }
    }
    String whenOldEnough =
        rule.minAgeMs() > 0 && rule.countsFromArrival() ? "when it reaches the minimum age" : "now";
    MoveFilter filter = rule.filter();
    if (filter == null) {
      return whenOldEnough;
    }
    MoveVerdict verdict = filter.judge(file, fileSystem);
    return switch (verdict.kind()) {
      case NOW -> whenOldEnough;
      case LATER -> "not before " + Instant.ofEpochMilli(verdict.notBeforeMs()) + ", by the filter";
      case NEVER -> "never, by the filter";
    };
  }
}
