package org.tieredhdfs.tiering.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WhatIfTest {
  @Test
  void aSizeIsOfTheWholeClusterOrOfEachNode() {
    assertThat(WhatIf.parse("SSD=+2TB").bytes(7)).isEqualTo(2L << 40);
    assertThat(WhatIf.parse("SSD=+2TB/node").bytes(7)).isEqualTo(14L << 40);
    assertThat(WhatIf.parse("archive=+1.5g").bytes(0)).isEqualTo(3L << 29);
    assertThat(WhatIf.parse("archive=+1.5g").type()).isEqualTo(StorageType.ARCHIVE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "SSD",
        "SSD=2TB",
        "SSD=+",
        "SSD=+2",
        "SSD=+TB",
        "SSD=+-2TB",
        "SSD=+2TB/rack",
        "SSD=+2XB",
        "=+2TB",
        "SSD=+1e3TB",
        "SSD=+12345678TB",
        "SSD=-2TB",
        "SSD=+2 TB"
      })
  void whatHasAnotherFormIsRefused(String text) {
    assertThatThrownBy(() -> WhatIf.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("TYPE=+SIZE or TYPE=+SIZE/node");
  }

  @Test
  void aTypeThatIsNoneIsRefused() {
    assertThatThrownBy(() -> WhatIf.parse("SDD=+2TB"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("SSD, DISK, ARCHIVE");
  }
}
