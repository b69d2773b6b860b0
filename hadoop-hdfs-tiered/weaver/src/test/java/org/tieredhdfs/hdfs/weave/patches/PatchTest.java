package org.tieredhdfs.hdfs.weave.patches;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.start.PatchPoint;

class PatchTest {

  @Test
  void theListOfPatchPointsIsThatOfThePatches() {
    assertThat(PatchPoint.all())
        .as("if a patch is new or changed: dev-support/write-reference")
        .isEqualTo(Patches.all().stream().map(Patch::point).toList());
  }

  @Test
  void everyPatchHasANameOfItsOwn() {
    assertThat(Patches.all()).extracting(patch -> patch.point().name()).doesNotHaveDuplicates();
  }

  @Test
  void everyPatchPointSaysWhatItIsForAndWhyThereIsNoOtherWay() {
    assertThat(PatchPoint.all())
        .allSatisfy(point -> assertThat(point.member()).isNotBlank())
        .allSatisfy(point -> assertThat(point.purpose()).isNotBlank())
        .allSatisfy(point -> assertThat(point.reason()).isNotBlank());
  }
}
