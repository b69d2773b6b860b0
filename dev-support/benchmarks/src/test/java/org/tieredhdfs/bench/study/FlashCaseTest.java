package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlashCaseTest {
  private static List<String> names(String... asked) {
    return FlashCase.named(List.of(asked), FlashScale.USUAL).stream().map(FlashCase::name).toList();
  }

  @Test
  void aNameIsReadAsItWasWritten() {
    List<FlashCase> all = FlashCase.all(FlashScale.USUAL);
    assertThat(all).allSatisfy(one -> assertThat(FlashCase.parse(one.name())).contains(one));
    assertThat(new HashSet<>(all)).hasSize(all.size());
    assertThat(FlashCase.parse("flash / disks, e, 10m")).isEmpty();
    assertThat(FlashCase.parse("flash-e-10m-64-rs2 / rs1")).isEmpty();
    assertThat(FlashCase.parse("flash-f-10m-64-rs2")).isEmpty();
  }

  @Test
  void workloadsDatasetsThreadsAndServersAreSweptButDisksHaveOneServer() {
    List<FlashCase> all = FlashCase.all(FlashScale.USUAL);
    assertThat(all).hasSize(5 * 2 * 3 * (3 + 1));
    assertThat(all)
        .filteredOn(one -> one.media() == FlashCase.Media.DISKS)
        .allSatisfy(one -> assertThat(one.regionServers()).isEqualTo(1));
  }

  @Test
  void aDatasetIsLoadedBeforeItsMixesAndAClusterIsUsedAtAStretch() {
    List<FlashCase> all = FlashCase.all(FlashScale.USUAL);
    for (int i = 1; i < all.size(); i++) {
      FlashCase before = all.get(i - 1);
      FlashCase one = all.get(i);
      boolean isSameTable =
          before.cluster().equals(one.cluster()) && before.millions() == one.millions();
      assertThat(isSameTable || one.workload() == FlashCase.Workload.LOAD).as(one.name()).isTrue();
      if (isSameTable) {
        assertThat(one.workload()).isGreaterThanOrEqualTo(before.workload());
      }
    }
  }

  @Test
  void casesAreNamedByTheirBeginnings() {
    assertThat(names("flash-e-10m-64"))
        .containsExactly("flash-e-10m-64-rs1", "flash-e-10m-64-rs2", "flash-e-10m-64-rs4");
    assertThat(names("disks-update55-scan45-30m-1024-rs1")).hasSize(1);
    assertThat(names("flash-insert55-read45", "disks-load")).hasSize(2 * 3 * (3 + 1));
    assertThat(names("all")).isEqualTo(names());
    assertThatThrownBy(() -> names("flash-f"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--cases: there is no 'flash-f'")
        .hasMessageContaining("flash-e-10m-64-rs1");
  }
}
