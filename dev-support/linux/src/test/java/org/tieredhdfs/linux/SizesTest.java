package org.tieredhdfs.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SizesTest {
  @ParameterizedTest
  @CsvSource({
    "0,0",
    "17,17",
    "4k,4096",
    "5M,5242880",
    "2g,2147483648",
    "1t,1099511627776",
    "3mb,3145728"
  })
  void readsWhatPeopleWrite(String text, long bytes) {
    assertThat(Sizes.parse("--size", text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "m", "-1", "1.5g", "5x", "999999999999999t"})
  void refusesEverythingElseNamingOptionAndValue(String text) {
    assertThatThrownBy(() -> Sizes.parse("--size", text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--size")
        .hasMessageContaining("'" + text + "'");
  }

  @Test
  void writesSizesShortly() {
    assertThat(Sizes.format(0)).isEqualTo("0 B");
    assertThat(Sizes.format(1023)).isEqualTo("1023 B");
    assertThat(Sizes.format(1536)).isEqualTo("1.5 KB");
    assertThat(Sizes.format(440L << 20)).isEqualTo("440 MB");
    assertThat(Sizes.format(1L << 50)).isEqualTo("1024 TB");
  }
}
