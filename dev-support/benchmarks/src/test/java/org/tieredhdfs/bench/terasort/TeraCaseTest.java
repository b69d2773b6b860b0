package org.tieredhdfs.bench.terasort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class TeraCaseTest {
  private static final List<Integer> WORKERS = List.of(1, 4);

  private static List<String> names(String... asked) {
    return TeraCase.named(List.of(asked), WORKERS).stream().map(TeraCase::name).toList();
  }

  @Test
  void thoseThatShareAClusterStandBehindEachOther() {
    assertThat(names())
        .isEqualTo(names("all"))
        .containsExactly("rep3-workers1", "rep1-workers1", "rep3-workers4", "rep1-workers4");
    assertThat(names("rep1-workers4", "rep1-workers1"))
        .containsExactly("rep1-workers1", "rep1-workers4");
  }

  @Test
  void aNameOfNoneIsRefused() {
    assertThatThrownBy(() -> names("rep2-workers4"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--cases: there is no 'rep2-workers4'")
        .hasMessageContaining("rep3-workers4");
  }
}
