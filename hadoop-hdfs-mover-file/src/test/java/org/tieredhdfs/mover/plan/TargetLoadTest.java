package org.tieredhdfs.mover.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class TargetLoadTest {
  private static final long BLOCK_BYTES = 128L << 20;

  @Test
  void lessStoredForEachVolumeComesFirst() {
    TargetLoad oneVolume = TargetLoad.of(0, 0, 10 * BLOCK_BYTES, 1);
    TargetLoad fourVolumes = TargetLoad.of(0, 0, 30 * BLOCK_BYTES, 4);

    assertThat(fourVolumes).isLessThan(oneVolume);
  }

  @Test
  void emptyNodeIsNotSentEverythingAtOnce() {
    List<String> nodes = List.of("empty", "full1", "full2", "full3");
    Map<String, Integer> moves = new HashMap<>();
    for (int move = 0; move < 40; move++) {
      double mean = move / 4.0;
      String least =
          nodes.stream()
              .min(Comparator.comparing(node -> load(node, moves.getOrDefault(node, 0), mean)))
              .orElseThrow();
      moves.merge(least, 1, Integer::sum);
    }

    assertThat(moves.get("empty")).isBetween(11, 16);
    assertThat(moves.values().stream().collect(Collectors.summingInt(n -> n))).isEqualTo(40);
  }

  @Test
  void nodesThatAreAlikeShareAlike() {
    Map<Integer, Integer> moves = new HashMap<>();
    for (int move = 0; move < 30; move++) {
      double mean = move / 3.0;
      int least =
          List.of(0, 1, 2).stream()
              .min(
                  Comparator.comparing(
                      node -> {
                        int sent = moves.getOrDefault(node, 0);
                        return TargetLoad.of(sent, mean, sent * BLOCK_BYTES, 1);
                      }))
              .orElseThrow();
      moves.merge(least, 1, Integer::sum);
    }

    assertThat(moves.values()).containsExactly(10, 10, 10);
  }

  private static TargetLoad load(String node, int moves, double mean) {
    long stored = node.equals("empty") ? 0 : 1_000 * BLOCK_BYTES;
    return TargetLoad.of(moves, mean, stored + moves * BLOCK_BYTES, 1);
  }
}
