package org.tieredhdfs.tiering.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FillTargetTest {
  @ParameterizedTest
  @CsvSource({"SSD 80%, 800", "ssd 1%, 10", "SSD 100%, 1000", "SSD 2k, 2048", "SSD  7, 7"})
  void aShareIsOfWhatThereIsAndASizeIsItself(String text, long bytes) {
    Map<StorageType, TypeFill> fills = Map.of(StorageType.SSD, new TypeFill(400, 600));

    assertThat(Objects.requireNonNull(FillTarget.parse(text)).capacityBytes(fills))
        .isEqualTo(bytes);
  }

  @Test
  void aShareOfATypeThatNoDataNodeHasIsNothing() {
    assertThat(Objects.requireNonNull(FillTarget.parse("SSD 80%")).capacityBytes(Map.of()))
        .isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "SSD", "80%", "TAPE 80%", "SSD 0%", "SSD 101%", "SSD 0", "SSD -1", "SSD 1 m"})
  void anythingElseIsNone(String text) {
    assertThat(FillTarget.parse(text)).isNull();
  }
}
