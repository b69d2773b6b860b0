package org.tieredhdfs.hdfs.placement;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentBlocksTest {
  private static final long WINDOW_MS = 128;
  private static final long START_MS = 1_000_000 * WINDOW_MS;

  private final RecentBlocks blocks = new RecentBlocks();

  @Test
  void countsForTwoWindowsAtMost() {
    blocks.add(START_MS);
    blocks.add(START_MS + WINDOW_MS - 1);
    assertThat(blocks.count(START_MS + WINDOW_MS - 1)).isEqualTo(2);

    blocks.add(START_MS + WINDOW_MS);
    assertThat(blocks.count(START_MS + WINDOW_MS)).isEqualTo(3);
    assertThat(blocks.count(START_MS + 2 * WINDOW_MS)).isEqualTo(1);
    assertThat(blocks.count(START_MS + 3 * WINDOW_MS)).isZero();
  }

  @Test
  void countsNoFurtherThanItsRoom() {
    for (int i = 0; i < 5_000; i++) {
      blocks.add(START_MS);
    }

    assertThat(blocks.count(START_MS)).isEqualTo(4_095);
    assertThat(blocks.count(START_MS + 2 * WINDOW_MS)).isZero();
  }
}
