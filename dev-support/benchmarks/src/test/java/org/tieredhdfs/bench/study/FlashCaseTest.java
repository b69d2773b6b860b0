package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;

class FlashCaseTest {
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
}
