package org.tieredhdfs.hdfs.datanode.volume;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.health.VolumeCondition;

/** That the page for operators has the table that the code goes by. */
class ConditionsPageTest {
  private static final Path PAGE = Path.of("..", "..", "docs", "fail-slow.md");

  private static String answer(boolean isSo) {
    return isSo ? "yes" : "no";
  }

  private static Judgement judgement(VolumeCondition condition) {
    return switch (condition) {
      case HUNG -> Judgement.hung(new Judgement.Hang(0, false, ""), false);
      case STALLED -> Judgement.stalled(false, true);
      default -> Judgement.of(condition);
    };
  }

  private static String newBlocks(VolumeCondition condition) {
    if (condition == VolumeCondition.SLOW) {
      return "on trial";
    }
    return judgement(condition).isBetterAvoided() ? "as few as can be" : "yes";
  }

  /** The cells that can be compared: new blocks, who asks waits, read last, counts as answering. */
  private static List<String> cells(VolumeCondition condition) {
    return List.of(
        "`" + condition + "`",
        newBlocks(condition),
        judgement(condition).isStuck() ? "is cut off" : "waits",
        answer(condition.isUnhealthy()),
        answer(condition.answers()));
  }

  @Test
  void showsWhatFollowsFromEachCondition() throws IOException {
    List<List<String>> told =
        Files.readAllLines(PAGE).stream()
            .filter(line -> line.startsWith("| `") && line.split("\\|").length == 7)
            .map(line -> List.of(line.split("\\|")))
            .map(row -> row.stream().map(String::strip).toList())
            .map(row -> List.of(row.get(1), row.get(3), row.get(4), row.get(5), row.get(6)))
            .toList();
    assertThat(told)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(VolumeCondition.values()).map(ConditionsPageTest::cells).toList());
  }
}
