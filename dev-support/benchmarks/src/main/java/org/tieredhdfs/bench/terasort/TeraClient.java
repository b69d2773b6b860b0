package org.tieredhdfs.bench.terasort;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.examples.terasort.TeraGen;
import org.apache.hadoop.examples.terasort.TeraSort;
import org.apache.hadoop.examples.terasort.TeraValidate;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.mapreduce.Counters;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.TaskCounter;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryParser.JobInfo;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.tieredhdfs.bench.write.process.Request;
import org.tieredhdfs.bench.write.process.RequestLoop;

/**
 * The main class of the process that submits the jobs: Hadoop's own TeraGen, TeraSort and
 * TeraValidate. It compares the checksum that the last one finds with that of the first.
 */
public final class TeraClient {
  private static final double MS_PER_SEC = 1_000;
  private static final int HEXADECIMAL = 16;
  private static final String SUCCEEDED = "SUCCEEDED";

  private final FileSystem fs;
  private final JobHistory history;
  private long generatedChecksum;

  private TeraClient(FileSystem fs, JobHistory history) {
    this.fs = fs;
    this.history = history;
  }

  /** Runs the commands from standard input. */
  public static void main(String[] arguments) throws IOException {
    try (FileSystem fs = FileSystem.newInstance(new HdfsConfiguration())) {
      RequestLoop.run(new TeraClient(fs, new JobHistory(fs))::handle);
    }
  }

  private Map<String, Double> handle(Request request) throws Exception {
    Configuration conf = new YarnConfiguration(new HdfsConfiguration());
    conf.setInt("dfs.replication", request.count("replication"));
    // by default the output has one replica
    conf.setInt("mapreduce.terasort.output.replication", request.count("replication"));
    conf.setInt("mapreduce.job.maps", request.count("maps"));
    conf.setInt("mapreduce.job.reduces", request.count("reduces"));
    return switch (request.what()) {
      case "generate" -> {
        JobInfo job = run(new TeraGen(), conf, request.text("rows"), request.text("out"));
        generatedChecksum =
            job.getTotalCounters()
                .findCounter(TeraGen.Counters.class.getName(), "CHECKSUM")
                .getValue();
        yield figures(job);
      }
      case "sort" -> figures(run(new TeraSort(), conf, request.text("in"), request.text("out")));
      case "validate" -> {
        JobInfo job = run(new TeraValidate(), conf, request.text("in"), request.text("out"));
        requireSorted(lines(new Path(request.text("out"))), generatedChecksum);
        yield figures(job);
      }
      default -> throw new IllegalArgumentException("nobody can " + request.what());
    };
  }

  private JobInfo run(Tool tool, Configuration conf, String... arguments) throws Exception {
    int code = ToolRunner.run(conf, tool, arguments);
    if (code != 0) {
      throw new IOException(tool.getClass().getSimpleName() + " ended with code " + code);
    }
    JobInfo job = history.next();
    // without a history server a client takes any job that has ended for a success
    if (!SUCCEEDED.equals(job.getJobStatus())) {
      throw new IOException(job.getJobId() + " " + job.getJobStatus() + ": " + job.getErrorInfo());
    }
    return job;
  }

  private List<String> lines(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    for (FileStatus file : fs.listStatus(folder)) {
      if (file.getPath().getName().startsWith("part-")) {
        try (FSDataInputStream in = fs.open(file.getPath())) {
          new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().forEach(lines::add);
        }
      }
    }
    return lines;
  }

  private static Map<String, Double> figures(JobInfo job) {
    return figures(job.getTotalCounters(), job.getFinishTime() - job.getSubmitTime());
  }

  /**
   * Those of a job that has ended.
   *
   * @param elapsedMs from its submission until its end
   */
  static Map<String, Double> figures(Counters counters, long elapsedMs) {
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

  /**
   * Refuses output that is not in order, or not what was generated.
   *
   * @param lines of TeraValidate's output: a checksum if all is in order, otherwise what is not
   * @param generatedChecksum its low 64 bits, as TeraGen counts it
   */
  static void requireSorted(List<String> lines, long generatedChecksum) throws IOException {
    if (lines.isEmpty()) {
      throw new IOException("TeraValidate: there is no checksum");
    }
    for (String line : lines) {
      if (!line.matches("checksum\t\\p{XDigit}+")) {
        throw new IOException("TeraValidate: " + line);
      }
      String checksum = line.substring(line.indexOf('\t') + 1);
      if (new BigInteger(checksum, HEXADECIMAL).longValue() != generatedChecksum) {
        throw new IOException(
            "TeraValidate: checksum "
                + checksum
                + " instead of "
                + Long.toHexString(generatedChecksum));
      }
    }
  }
}
