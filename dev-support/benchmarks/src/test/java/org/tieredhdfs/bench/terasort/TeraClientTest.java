package org.tieredhdfs.bench.terasort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.Test;

class TeraClientTest {
  @Test
  void theFiguresOfAJobAreItsCounters() {
    Counters counters = new Counters();
    counters.findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).setValue(64);
    counters.findCounter(JobCounter.DATA_LOCAL_MAPS).setValue(60);
    counters.findCounter(JobCounter.RACK_LOCAL_MAPS).setValue(4);
    counters.findCounter(JobCounter.NUM_FAILED_REDUCES).setValue(1);
    counters.findCounter(TaskCounter.CPU_MILLISECONDS).setValue(1_500);
    assertThat(TeraClient.figures(counters, 12_300))
        .containsEntry("sec", 12.3)
        .containsEntry("maps", 64.0)
        .containsEntry("dataLocalMaps", 60.0)
        .containsEntry("rackLocalMaps", 4.0)
        .containsEntry("otherLocalMaps", 0.0)
        .containsEntry("failedTasks", 1.0)
        .containsEntry("cpuSec", 1.5);
  }

  @Test
  void theChecksumOfWhatWasGeneratedIsInOrder() {
    assertThatCode(() -> TeraClient.requireSorted(List.of("checksum\t1f4a2d"), 0x1f4a2d))
        .doesNotThrowAnyException();
  }

  @Test
  void ofAChecksumOfMoreThan64BitsTheLowOnesCount() {
    assertThatCode(
            () ->
                TeraClient.requireSorted(
                    List.of("checksum\t18000000000000001"), 0x8000000000000001L))
        .doesNotThrowAnyException();
  }

  @Test
  void anotherChecksumAndRowsInDisorderAreNamed() {
    assertThatThrownBy(() -> TeraClient.requireSorted(List.of("checksum\t1f"), 0x1e))
        .hasMessageContaining("1f instead of 1e");
    assertThatThrownBy(
            () ->
                TeraClient.requireSorted(
                    List.of("checksum\t1f", "error\tmisorder in part-r-00001"), 0x1f))
        .hasMessageContaining("misorder in part-r-00001");
    assertThatThrownBy(() -> TeraClient.requireSorted(List.of(), 0x1f))
        .hasMessageContaining("no checksum");
  }
}
