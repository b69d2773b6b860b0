package org.tieredhdfs.hdfs.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.start.PatchPoint;

class PatchTest {

  @Test
  void everyPatchPointHasExactlyOnePatch() {
    assertThat(ServiceLoader.load(Patch.class).stream().map(p -> p.get().point()))
        .containsExactlyInAnyOrder(PatchPoint.values());
  }

  @Test
  void everyPatchPointSaysWhatItIsFor() {
    assertThat(Arrays.asList(PatchPoint.values()))
        .allSatisfy(point -> assertThat(point.purpose()).isNotBlank())
        .allSatisfy(point -> assertThat(point.member()).isNotBlank());
  }
}
