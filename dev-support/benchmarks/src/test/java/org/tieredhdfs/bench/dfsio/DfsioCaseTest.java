package org.tieredhdfs.bench.dfsio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.bench.experiment.CaseNames;
import org.tieredhdfs.bench.write.WriteMedia;

class DfsioCaseTest {
  private static final List<Integer> THREADS = List.of(3, 12);

  private static List<String> names(String... asked) {
    return CaseNames.choose(DfsioCase.all(THREADS), DfsioCase::name, List.of(asked)).stream()
        .map(DfsioCase::name)
        .toList();
  }

  @Test
  void allAreEveryPatternOnEveryMediumWithReadAheadAndWithoutWhereThereIsAny() {
    assertThat(names("all")).isEqualTo(names()).hasSize((5 + 9 + 9) * 2).doesNotHaveDuplicates();
    assertThat(names()).contains("hdd-skip-12-noreadahead", "ram-random-3", "ssd-write-3");
    assertThat(names()).doesNotContain("ram-random-3-noreadahead", "ssd-write-3-noreadahead");
  }

  @Test
  void theBeginningOfANameIsMeantUpToADash() {
    assertThat(names("hdd-random"))
        .containsExactly(
            "hdd-random-3",
            "hdd-random-3-noreadahead",
            "hdd-random-12",
            "hdd-random-12-noreadahead");
    assertThat(names("ram-write", "ram-skip-12"))
        .containsExactly("ram-write-3", "ram-write-12", "ram-skip-12");
    assertThat(names("ssd")).hasSize(18);
  }

  @Test
  void aWholeNameMeansThatCaseAlone() {
    assertThat(names("hdd-random-3")).containsExactly("hdd-random-3");
  }

  @Test
  void aNameOfNoneIsRefused() {
    assertThatThrownBy(() -> names("ssd-rand"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--cases: there is no 'ssd-rand'")
        .hasMessageContaining("ssd-random-3");
  }

  @Test
  void aCaseIsKnownByItsName() {
    for (DfsioCase one : DfsioCase.all(THREADS)) {
      assertThat(DfsioCase.parse(one.name())).contains(one);
    }
    assertThat(DfsioCase.parse("ssd-random-72"))
        .contains(new DfsioCase(WriteMedia.SSD, DfsioPattern.RANDOM, 72, true));
    assertThat(DfsioCase.parse("ssd / hdd, random")).isEmpty();
  }
}
