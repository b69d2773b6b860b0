package org.tieredhdfs.bench.terasort.job;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

/** With lines that TeraValidate wrote. */
class TeraVerdictTest {
  @Test
  void theChecksumOfWhatWasGeneratedIsInOrder() {
    assertThatCode(() -> TeraVerdict.require(List.of("checksum\t1f4a2d"), 0x1f4a2d))
        .doesNotThrowAnyException();
  }

  @Test
  void ofAChecksumOfMoreThan64BitsTheLowOnesCount() {
    assertThatCode(
            () -> TeraVerdict.require(List.of("checksum\t18000000000000001"), 0x8000000000000001L))
        .doesNotThrowAnyException();
  }

  @Test
  void anotherChecksumAndRowsInDisorderAreNamed() {
    assertThatThrownBy(() -> TeraVerdict.require(List.of("checksum\t1f"), 0x1e))
        .hasMessageContaining("1f instead of 1e");
    assertThatThrownBy(
            () ->
                TeraVerdict.require(
                    List.of("checksum\t1f", "error\tmisorder in part-r-00001"), 0x1f))
        .hasMessageContaining("misorder in part-r-00001");
    assertThatThrownBy(() -> TeraVerdict.require(List.of(), 0x1f))
        .hasMessageContaining("no checksum");
  }
}
