package org.tieredhdfs.bench.dfsio;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DfsioPatternTest {
  @Test
  void backwardBeginsAtTheEnd() {
    assertThat(DfsioPattern.BACKWARD.chunks(5, 3, 4, 1)).containsExactly(4, 3, 2);
  }

  @Test
  void skipJumpsOverWhatIsReadAheadAndGoesOnFromTheNextChunk() {
    assertThat(DfsioPattern.SKIP.chunks(8, 5, 4, 1)).containsExactly(0, 5, 1, 6, 2);
  }

  @Test
  void skipOverMoreThanTheFileIsForward() {
    assertThat(DfsioPattern.SKIP.chunks(3, 3, 9, 1)).containsExactly(0, 1, 2);
  }

  @Test
  void randomIsTheSameForTheSameSeedAndAnotherForAnother() {
    List<Integer> order = DfsioPattern.RANDOM.chunks(64, 42, 4, 7);
    assertThat(DfsioPattern.RANDOM.chunks(64, 42, 4, 7)).isEqualTo(order);
    assertThat(DfsioPattern.RANDOM.chunks(64, 42, 4, 8)).isNotEqualTo(order);
  }

  @ParameterizedTest
  @EnumSource(DfsioPattern.class)
  void noChunkIsReadTwiceOrThereIsNone(DfsioPattern pattern) {
    assertThat(pattern.chunks(11, 11, 4, 3))
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrder(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    assertThat(pattern.chunks(2, 5, 4, 3)).containsExactlyInAnyOrder(0, 1);
  }
}
