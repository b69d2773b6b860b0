package org.tieredhdfs.bench.dfsio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DfsioScaleTest {
  private static final long MB = 1L << 20;

  @Test
  void twoThirdsOfEachFileAreReadAtRandomAsInTheStudy() {
    DfsioScale whole = new DfsioScale(1, 72, List.of(3));
    assertThat(whole.fileBytes()).isEqualTo(9600 * MB);
    assertThat(whole.readBytes(DfsioPattern.RANDOM, true)).isEqualTo(6400 * MB);
    assertThat(DfsioScale.USUAL.fileBytes()).isEqualTo(8 * MB);
    assertThat(DfsioScale.USUAL.readBytes(DfsioPattern.SKIP, true)).isEqualTo(5 * MB);
    assertThat(DfsioScale.USUAL.text()).isEqualTo("72 files of 8 MB");
  }

  @Test
  void aSequentialReadTakesAllAndOneWithoutReadAheadOneRecord() {
    DfsioScale scale = DfsioScale.USUAL;
    assertThat(scale.readBytes(DfsioPattern.SEQUENTIAL, true)).isEqualTo(scale.fileBytes());
    assertThat(scale.readBytes(DfsioPattern.SEQUENTIAL, false)).isEqualTo(MB);
    assertThat(scale.readBytes(DfsioPattern.RANDOM, false)).isEqualTo(MB);
  }

  @Test
  void refusesFilesOfLessThanThreeReadsAndMoreThreadsThanFilesOfTheStudy() {
    assertThatThrownBy(() -> new DfsioScale(1.0 / 9600, 72, List.of(3)))
        .hasMessageContaining("--scale:")
        .hasMessageContaining("1/3200");
    assertThatThrownBy(() -> new DfsioScale(2, 72, List.of(3))).hasMessageContaining("'2.0'");
    assertThatThrownBy(() -> new DfsioScale(1, 72, List.of(73)))
        .hasMessageContaining("--threads: '73'");
    assertThatThrownBy(() -> new DfsioScale(1, 72, List.of())).hasMessageContaining("--threads");
  }

  @Test
  void theThroughputOfDfsioIsByTheTimesOfAllFiles() {
    assertThat(DfsioCluster.ofTasks(Map.of("bytes", 6e6, "taskNs", 2e9)))
        .containsEntry("fileMbPerSec", 3.0);
    assertThat(DfsioCluster.ofTasks(Map.of())).isEmpty();
  }
}
