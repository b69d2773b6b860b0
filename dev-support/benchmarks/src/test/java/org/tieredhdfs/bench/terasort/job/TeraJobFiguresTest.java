package org.tieredhdfs.bench.terasort.job;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.junit.jupiter.api.Test;

class TeraJobFiguresTest {
  @Test
  void areTheCountersOfTheJob() {
    Counters counters = new Counters();
    counters.findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).setValue(64);
    counters.findCounter(JobCounter.DATA_LOCAL_MAPS).setValue(60);
    counters.findCounter(JobCounter.RACK_LOCAL_MAPS).setValue(4);
    counters.findCounter(JobCounter.NUM_FAILED_REDUCES).setValue(1);
    counters.findCounter(TaskCounter.CPU_MILLISECONDS).setValue(1_500);
    assertThat(TeraJobFigures.of(counters, 12_300))
        .containsEntry("sec", 12.3)
        .containsEntry("maps", 64.0)
        .containsEntry("dataLocalMaps", 60.0)
        .containsEntry("rackLocalMaps", 4.0)
        .containsEntry("otherLocalMaps", 0.0)
        .containsEntry("failedTasks", 1.0)
        .containsEntry("cpuSec", 1.5);
  }
}
