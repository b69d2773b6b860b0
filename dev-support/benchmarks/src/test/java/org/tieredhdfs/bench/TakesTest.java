package org.tieredhdfs.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class TakesTest {
  private final Takes<String> takes = new Takes<>();

  @Test
  void oneIsEnoughWhereNothingIsStolen() {
    assertThat(takes.wantsAnother(true)).isTrue();
    takes.add("first", Takes.MAX_STOLEN_PERCENT);
    assertThat(takes.wantsAnother(true)).isFalse();
    assertThat(takes.best()).isEqualTo("first");
  }

  @Test
  void endsWithTheFirstThatIsLeftAlone() {
    takes.add("first", 20);
    assertThat(takes.wantsAnother(true)).isTrue();
    takes.add("second", 1);
    assertThat(takes.wantsAnother(true)).isFalse();
    assertThat(takes.best()).isEqualTo("second");
  }

  @Test
  void ofBadOnesTheLeastBadCounts() {
    double[] stolenPercent = {20, 8, 9};
    for (int i = 0; i < stolenPercent.length; i++) {
      assertThat(takes.wantsAnother(true)).isTrue();
      takes.add("take " + i, stolenPercent[i]);
    }
    assertThat(stolenPercent).hasSize(Takes.MAX_TAKES);
    assertThat(takes.wantsAnother(true)).isFalse();
    assertThat(takes.best()).isEqualTo("take 1");
    assertThat(takes.leftOut()).containsExactly("take 0", "take 2");
    assertThat(takes.stolenPercent()).isEqualTo(8);
    assertThat(takes.count()).isEqualTo(3);
  }

  @Test
  void whereNobodyCaresOneIsEnough() {
    takes.add("first", 20);
    assertThat(takes.wantsAnother(false)).isFalse();
  }

  @Test
  void withoutATakeThereIsNoBest() {
    assertThatThrownBy(takes::best).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
