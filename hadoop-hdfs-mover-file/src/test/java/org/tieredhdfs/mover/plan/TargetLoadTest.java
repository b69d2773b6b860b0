package org.tieredhdfs.mover.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TargetLoadTest {
  private static final long BLOCK_BYTES = 128L << 20;

  @Test
  void lessStoredForEachVolumeComesFirst() {
    TargetLoad oneVolume = TargetLoad.of(10 * BLOCK_BYTES, 0, 1, 0);
    TargetLoad fourVolumes = TargetLoad.of(30 * BLOCK_BYTES, 0, 4, 0);

    assertThat(fourVolumes).isLessThan(oneVolume);
  }

  @Test
  void emptyNodeIsNotSentEverythingAtOnce() {
    int[] sent = send(40, 0, 1_000, 1_000, 1_000);

    assertThat(sent[0]).isBetween(11, 17);
    assertThat(IntStream.of(sent).skip(1)).allMatch(blocks -> blocks >= 7);
  }

  @Test
  void nodesThatAreAlikeShareAlike() {
    assertThat(send(30, 5, 5, 5)).containsExactly(10, 10, 10);
  }

  /** Sends blocks to nodes of one volume, each to the one with least load; how many each gets. */
  private static int[] send(int blocks, int... storedBlocks) {
    int[] sent = new int[storedBlocks.length];
    List<Integer> nodes = IntStream.range(0, sent.length).boxed().toList();
    for (int block = 0; block < blocks; block++) {
      double meanBytes = (double) Arrays.stream(sent).sum() * BLOCK_BYTES / sent.length;
      int least =
          nodes.stream()
              .min(
                  Comparator.comparing(
                      node ->
                          TargetLoad.of(
                              storedBlocks[node] * BLOCK_BYTES,
                              sent[node] * BLOCK_BYTES,
                              1,
                              meanBytes)))
              .orElseThrow();
      sent[least]++;
    }
    return sent;
  }
}
