package org.tieredhdfs.bench.failslow;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.tieredhdfs.bench.FixedRateLoad;
import org.tieredhdfs.bench.failslow.client.FailSlowLoad;
import org.tieredhdfs.bench.failslow.client.OperationKind;
import org.tieredhdfs.report.Series;

/**
 * The figures of what clients did, from the log that they wrote.
 *
 * <p>In percentiles an operation that takes longer than its thread's pace also counts for those
 * that could not begin meanwhile, or a stall would be one slow operation among thousands.
 */
final class OperationFigures {
  private static final int DIGITS = 3;
  private static final double US_PER_MS = 1_000;
  private static final long BUCKET_MS = 500;
  private static final long BUCKET_US = BUCKET_MS * 1_000;

  /** The kinds whose slowest operations are drawn over time. */
  private static final List<OperationKind> DRAWN =
      List.of(OperationKind.PUT, OperationKind.HFLUSH, OperationKind.READ);

  private final Window window;
  private final FailSlowLoad load;
  private final Map<OperationKind, Tally> tallies = new EnumMap<>(OperationKind.class);

  /**
   * The times of a case, in microseconds since 1970.
   *
   * @param leadBeginUs from when on operations count, without a fault
   * @param faultBeginUs when the fault began
   * @param faultEndUs when it ended
   */
  record Window(long leadBeginUs, long faultBeginUs, long faultEndUs) {

    /** Whether an operation lies wholly before the fault. */
    boolean isBefore(long beginUs, long endUs) {
      return beginUs >= leadBeginUs && endUs < faultBeginUs;
    }

    /** Whether an operation was under way during the fault. */
    boolean isDuring(long beginUs, long endUs) {
      return endUs >= faultBeginUs && beginUs <= faultEndUs;
    }

    /** Whether an operation was under way during the fault or came behind it. */
    boolean isSince(long endUs) {
      return endUs >= faultBeginUs;
    }
  }

  /** What is known of one kind. */
  private static final class Tally {
    private final Histogram beforeUs = new Histogram(DIGITS);
    private final Histogram duringUs = new Histogram(DIGITS);
    private final List<Double> slowestMs = new ArrayList<>();
    private long longestUs;
    private long operations;
    private long errors;
  }

  private OperationFigures(Window window, FailSlowLoad load) {
    this.window = window;
    this.load = load;
  }

  /**
   * Reads a log.
   *
   * @param load whose pace counts
   * @throws IOException if a line is none of an operation
   */
  static OperationFigures read(Path log, Window window, FailSlowLoad load) throws IOException {
    OperationFigures figures = new OperationFigures(window, load);
    try (BufferedReader lines = Files.newBufferedReader(log)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        figures.addLine(line);
      }
    }
    return figures;
  }

  private void addLine(String line) throws IOException {
    String[] words = line.split(" ", -1);
    if (words.length != 4) {
      throw new IOException("'" + line + "' is no operation");
    }
    try {
      add(
          OperationKind.valueOf(words[0]),
          Long.parseLong(words[1]),
          Long.parseLong(words[2]),
          words[3].equals("1"));
    } catch (IllegalArgumentException e) {
      throw new IOException("'" + line + "' is no operation", e);
    }
  }

  private void add(OperationKind kind, long beginUs, long tookUs, boolean succeeded) {
    long endUs = beginUs + tookUs;
    Tally tally = tallies.computeIfAbsent(kind, one -> new Tally());
    if (endUs < window.leadBeginUs()) {
      return;
    }
    tally.operations++;
    tally.errors += succeeded ? 0 : 1;
    long intervalUs = load.threads(kind).intervalMs() * 1_000;
    if (window.isBefore(beginUs, endUs)) {
      tally.beforeUs.recordValueWithExpectedInterval(tookUs, intervalUs);
    }
    if (window.isDuring(beginUs, endUs)) {
      tally.duringUs.recordValueWithExpectedInterval(tookUs, intervalUs);
    }
    if (window.isSince(endUs)) {
      tally.longestUs = Math.max(tally.longestUs, tookUs);
    }
    int bucket = (int) ((endUs - window.leadBeginUs()) / BUCKET_US);
    while (tally.slowestMs.size() <= bucket) {
      tally.slowestMs.add(0.0);
    }
    tally.slowestMs.set(bucket, Math.max(tally.slowestMs.get(bucket), tookUs / US_PER_MS));
  }

  /** The metrics of all kinds that occurred. */
  Map<String, Double> metrics() {
    Map<String, Double> metrics = new LinkedHashMap<>();
    tallies.forEach(
        (kind, tally) -> {
          String word = kind.word();
          metrics.put(longest(kind), tally.longestUs / US_PER_MS);
          metrics.put(word + "P50Ms", percentileMs(tally.duringUs, 50));
          metrics.put(word + "P999Ms", percentileMs(tally.duringUs, 99.9));
          metrics.put(word + "P999BeforeMs", percentileMs(tally.beforeUs, 99.9));
          metrics.put(word + "Ops", (double) tally.operations);
          metrics.put(word + "Errors", (double) tally.errors);
        });
    return metrics;
  }

  /** The metric of the longest operation of a kind: {@code longestPutMs}. */
  static String longest(OperationKind kind) {
    String word = kind.word();
    return "longest" + word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1) + "Ms";
  }

  private static double percentileMs(Histogram us, double percentile) {
    return us.getTotalCount() == 0 ? 0 : us.getValueAtPercentile(percentile) / US_PER_MS;
  }

  /** The slowest operation that ended in each half second, by kind. */
  List<Series> series() {
    List<Series> series = new ArrayList<>();
    for (OperationKind kind : DRAWN) {
      Tally tally = tallies.get(kind);
      if (tally != null) {
        series.add(FixedRateLoad.series(BUCKET_MS, kind.word() + "SlowestMs", tally.slowestMs));
      }
    }
    return series;
  }
}
