package org.tieredhdfs.bench.dfsio.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReadOrderTest {
  @Test
  void backwardBeginsAtTheEnd() {
    assertThat(ReadOrder.BACKWARD.chunks(5, 3, 4, 1)).containsExactly(4, 3, 2);
  }

  @Test
  void skipJumpsOverWhatIsReadAheadAndGoesOnFromTheNextChunk() {
    assertThat(ReadOrder.SKIP.chunks(8, 5, 4, 1)).containsExactly(0, 5, 1, 6, 2);
  }

  @Test
  void skipOverMoreThanTheFileIsForward() {
    assertThat(ReadOrder.SKIP.chunks(3, 3, 9, 1)).containsExactly(0, 1, 2);
  }

  @Test
  void randomIsTheSameForTheSameSeedAndAnotherForAnother() {
    int[] order = ReadOrder.RANDOM.chunks(64, 42, 4, 7);
    assertThat(ReadOrder.RANDOM.chunks(64, 42, 4, 7)).isEqualTo(order);
    assertThat(ReadOrder.RANDOM.chunks(64, 42, 4, 8)).isNotEqualTo(order);
  }

  @ParameterizedTest
  @EnumSource(ReadOrder.class)
  void noChunkIsReadTwiceOrThereIsNone(ReadOrder order) {
    assertThat(order.chunks(11, 11, 4, 3))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assertThat(order.chunks(2, 5, 4, 3)).containsExactlyInAnyOrder(0, 1);
  }
}
