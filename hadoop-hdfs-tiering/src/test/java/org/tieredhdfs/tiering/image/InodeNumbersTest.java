package org.tieredhdfs.tiering.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InodeNumbersTest {
  @ParameterizedTest
  @ValueSource(ints = {1_000, 70_000, 400_000, 100_000_000, 1_000_000_000})
  void ranksAreThoseOfASortedList(int range) {
    Random random = new Random(range);
    TreeSet<Long> sorted = new TreeSet<>();
    InodeNumbers numbers = new InodeNumbers();
    for (int i = 0; i < 20_000; i++) {
      long number = random.nextInt(range);
      sorted.add(number);
      numbers.add(number);
    }
    numbers.rank();

    assertThat(numbers.size()).isEqualTo(sorted.size());
    List<Long> inOrder = new ArrayList<>(sorted);
    for (int i = 0; i < inOrder.size(); i++) {
      assertThat(numbers.rankOf(inOrder.get(i))).isEqualTo(i);
    }
    for (int i = 0; i < 20_000; i++) {
      long other = random.nextInt(2 * range);
      assertThat(numbers.rankOf(other) >= 0).isEqualTo(sorted.contains(other));
    }
  }

  @Test
  void aNumberThatNoNameNodeGivesIsRefused() {
    InodeNumbers numbers = new InodeNumbers();

    assertThatThrownBy(() -> numbers.add(Long.MAX_VALUE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> numbers.add(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThat(numbers.rankOf(Long.MAX_VALUE)).isEqualTo(-1);
  }

  @Test
  void numbersFarApartNeedNoMoreThanTheirList() {
    InodeNumbers numbers = new InodeNumbers();
    long usedBefore = used();
    int count = 200_000;
    for (int i = 0; i < count; i++) {
      numbers.add(i * 40_000L);
    }
    numbers.rank();

    assertThat(numbers.rankOf(40_000L * (count - 1))).isEqualTo(count - 1);
    // a page for every second one; with bits it would be 10 KB
    assertThat((used() - usedBefore) / count).isLessThan(200);
  }

  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
