package org.tieredhdfs.bench.study;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.tieredhdfs.bench.PacedLoop;

/**
 * Takes a sample of RegionServers and of the machine each second, and of DataNodes each five
 * seconds, from {@link #start} until it is closed.
 *
 * <p>A daemon that does not answer makes a sample missing, and the next one is tried: those at both
 * ends, which counters need, are waited for.
 */
final class LoadSampling implements AutoCloseable {
  static final long INTERVAL_MS = 1_000;

  private static final long RETRY_MS = 500;
  private static final long RETRY_LIMIT_SEC = 300;
  private static final long END_LIMIT_MS = 10_000;

  /** A DataNode forms its means anew every ten seconds, and asking costs it something. */
  private static final int DATA_NODES_EVERY = 5;

  private final ServerSource servers;
  private final long startNs = System.nanoTime();
  private final List<Moment> moments = new ArrayList<>();
  private final Map<String, List<JsonNode>> dataNodes = new LinkedHashMap<>();
  private final PacedLoop loop;

  /** Where samples of the RegionServers come from. */
  interface ServerSource {
    Map<ServerFigure, Long> sample() throws IOException;
  }

  /** What there was at one time. */
  record Moment(long elapsedMs, Map<ServerFigure, Long> servers, MachineSample machine) {}

  /**
   * All samples of a load.
   *
   * @param moments in order, the first from before the load
   * @param dataNodes those of each
   */
  record Samples(List<Moment> moments, List<List<JsonNode>> dataNodes) {

    /** As metrics of a report. */
    Map<String, Double> metrics() {
      Map<String, Double> metrics = new LinkedHashMap<>();
      if (!moments.isEmpty()) {
        metrics.put("samplesTaken", (double) moments.size());
        double seconds =
            (moments.get(moments.size() - 1).elapsedMs() - moments.get(0).elapsedMs()) / 1_000.0;
        metrics.putAll(ServerFigure.metrics(moments.stream().map(Moment::servers).toList()));
        metrics.putAll(
            MachineSample.metrics(moments.stream().map(Moment::machine).toList(), seconds));
      }
      metrics.putAll(DataNodeFigures.of(dataNodes));
      return metrics;
    }
  }

  private LoadSampling(ServerSource servers, List<String> dataNodes, long intervalMs)
      throws IOException, InterruptedException {
    this.servers = servers;
    dataNodes.forEach(address -> this.dataNodes.put(address, new ArrayList<>()));
    sampleSurely();
    loop = PacedLoop.start("samples of the load", intervalMs, this::sampleIfPossible);
  }

  /**
   * @param dataNodes addresses of the web servers of DataNodes
   */
  static LoadSampling start(ServerSource servers, List<String> dataNodes, long intervalMs)
      throws IOException, InterruptedException {
    return new LoadSampling(servers, dataNodes, intervalMs);
  }

  private void sampleIfPossible(long number) {
    if (number > 0) {
      try {
        sample(number % DATA_NODES_EVERY == 0);
      } catch (IOException notAtTheMoment) {
        // the next one may be there again, and the load fails as well if a daemon is gone
        return;
      }
    }
  }

  /** Waits until there is one, of all. */
  private void sampleSurely() throws IOException, InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(RETRY_LIMIT_SEC);
    while (true) {
      try {
        sample(true);
        return;
      } catch (IOException notAtTheMoment) {
        if (System.nanoTime() - endNs > 0) {
          throw notAtTheMoment;
        }
        TimeUnit.MILLISECONDS.sleep(RETRY_MS);
      }
    }
  }

  private void sample(boolean withDataNodes) throws IOException {
    Map<ServerFigure, Long> sampled = servers.sample();
    MachineSample machine = MachineSample.now();
    Map<String, JsonNode> nodes = new LinkedHashMap<>();
    if (withDataNodes) {
      for (String address : dataNodes.keySet()) {
        nodes.put(address, DataNodeFigures.sample(address));
      }
    }
    long elapsedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNs);
    synchronized (moments) {
      moments.add(new Moment(elapsedMs, sampled, machine));
      dataNodes.forEach(
          (address, samples) -> {
            JsonNode sample = nodes.get(address);
            if (sample != null) {
              samples.add(sample);
            }
          });
    }
  }

  /** All until now, and one more, of this moment. */
  Samples finish() throws IOException, InterruptedException {
    loop.stop();
    loop.join(END_LIMIT_MS);
    sampleSurely();
    synchronized (moments) {
      return new Samples(
          List.copyOf(moments), dataNodes.values().stream().map(List::copyOf).toList());
    }
  }

  @Override
  public void close() {
    loop.stop();
  }
}
