package org.tieredhdfs.bench.terasort.job;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;

/** The figures of a job that has ended. */
final class TeraJobFigures {
  private static final double MS_PER_SEC = 1_000;

  private TeraJobFigures() {}

  static Map<String, Double> of(JobInfo job) {
    return of(job.getTotalCounters(), job.getFinishTime() - job.getSubmitTime());
  }

  /**
   * @param elapsedMs from its submission until its end
   */
  static Map<String, Double> of(Counters counters, long elapsedMs) {
    Map<String, Double> figures = new LinkedHashMap<>();
    figures.put("sec", elapsedMs / MS_PER_SEC);
    figures.put("maps", value(counters, JobCounter.TOTAL_LAUNCHED_MAPS));
    figures.put("dataLocalMaps", value(counters, JobCounter.DATA_LOCAL_MAPS));
    figures.put("rackLocalMaps", value(counters, JobCounter.RACK_LOCAL_MAPS));
    figures.put("otherLocalMaps", value(counters, JobCounter.OTHER_LOCAL_MAPS));
    figures.put(
        "failedTasks",
        value(counters, JobCounter.NUM_FAILED_MAPS)
            + value(counters, JobCounter.NUM_FAILED_REDUCES));
    figures.put("cpuSec", value(counters, TaskCounter.CPU_MILLISECONDS) / MS_PER_SEC);
    return figures;
  }

  private static double value(Counters counters, Enum<?> counter) {
    return counters.findCounter(counter).getValue();
  }
}
