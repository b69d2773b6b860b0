package org.tieredhdfs.hdfs.datanode.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.TieredFsDatasetFactory;
import org.tieredhdfs.hdfs.datanode.choose.FailSlowTrace.Shape;
import org.tieredhdfs.hdfs.datanode.choose.VolumeSimulation.Clock;
import org.tieredhdfs.hdfs.datanode.volume.speed.VolumeTraffic;

/**
 * Which slow volumes the latency-aware policy finds, and how often it takes a healthy one for slow:
 * what heartbeats report as {@code SLOW}. In virtual time, on traces that were made before.
 */
@Tag("slow")
class FailSlowTracesTest {
  private static final long MB = VolumeSimulation.MB;
  private static final int VOLUMES = 12;
  private static final int FAULTY = 2;

  private static final List<Shape> FAULTS =
      List.of(Shape.PERMANENT, Shape.TRANSIENT, Shape.INTERMITTENT);

  private static final int NODES = 48;
  private static final int SAMPLES = 1_800 / FailSlowTrace.SAMPLE_SEC;
  private static final double DISK = 120 * MB;
  private static final double NETWORK = 400 * MB;

  /** What became of one volume. */
  private record Verdict(FailSlowTrace trace, int found, boolean isFalseAlarm) {
    boolean isFound() {
      return found >= 0;
    }
  }

  private static List<Verdict> node(int number, int writers) throws IOException {
    // seeds that follow each other begin alike
    Random random = new Random(number * 0x9E3779B97F4A7C15L);
    List<FailSlowTrace> traces = new ArrayList<>();
    for (int i = 0; i < VOLUMES; i++) {
      Shape shape = i < FAULTY ? FAULTS.get((number * FAULTY + i) % FAULTS.size()) : Shape.HEALTHY;
      traces.add(FailSlowTrace.of(shape, SAMPLES, random));
    }
    Clock clock = new Clock();
    Map<FsVolumeSpi, VolumeTraffic> traffic = new HashMap<>();
    List<FsVolumeSpi> volumes = new ArrayList<>();
    for (int i = 0; i < VOLUMES; i++) {
      FsVolumeSpi volume = FakeVolume.disk("v" + i, MB * MB);
      volumes.add(volume);
      traffic.put(volume, new VolumeTraffic(clock));
    }
    Function<FsVolumeSpi, VolumeTraffic> trafficOf =
        volume -> Objects.requireNonNull(traffic.get(volume));
    LatencyAwareVolumeChoosingPolicy<FsVolumeSpi> policy =
        new LatencyAwareVolumeChoosingPolicy<>(clock, trafficOf);
    policy.setConf(configuration());
    double[] speeds = new double[VOLUMES];
    Arrays.fill(speeds, DISK);
    VolumeSimulation simulation =
        new VolumeSimulation(volumes, speeds, clock, trafficOf, policy, 128 * MB, NETWORK, number);
    simulation.addWriters(writers);
    int[] found = new int[VOLUMES];
    boolean[] falseAlarms = new boolean[VOLUMES];
    Arrays.fill(found, -1);
    for (int sample = 0; sample < SAMPLES; sample++) {
      for (int i = 0; i < VOLUMES; i++) {
        simulation.setSpeed(i, DISK / traces.get(i).factors().get(sample));
      }
      simulation.run(FailSlowTrace.SAMPLE_SEC);
      for (int i = 0; i < VOLUMES; i++) {
        if (trafficOf.apply(volumes.get(i)).speed().isSlow()) {
          if (sample < traces.get(i).onset()) {
            falseAlarms[i] = true;
          } else if (found[i] < 0) {
            found[i] = sample;
          }
        }
      }
    }
    List<Verdict> verdicts = new ArrayList<>();
    for (int i = 0; i < VOLUMES; i++) {
      verdicts.add(new Verdict(traces.get(i), found[i], falseAlarms[i]));
    }
    return verdicts;
  }

  private static Configuration configuration() {
    Configuration conf = new Configuration(false);
    conf.set(ChoosingKeys.ADDITIONAL_SPACE.name(), "0");
    conf.set(
        DFSConfigKeys.DFS_DATANODE_FSDATASET_FACTORY_KEY, TieredFsDatasetFactory.class.getName());
    return conf;
  }

  @Test
  void whatIsFoundAndWhatIsTakenForSlow() throws IOException {
    for (int writers : new int[] {4, 24}) {
      List<Verdict> all = new ArrayList<>();
      for (int number = 0; number < NODES; number++) {
        all.addAll(node(number, writers));
      }
      report(writers, all);
      long falseAlarms = all.stream().filter(Verdict::isFalseAlarm).count();
      assertThat((double) falseAlarms / all.size()).isLessThan(0.01);
      assertThat(recall(all, 5, 21)).isGreaterThan(0.95);
    }
  }

  private static List<Verdict> faulty(List<Verdict> all, double least, double most) {
    return all.stream()
        .filter(one -> one.trace().shape() != Shape.HEALTHY)
        .filter(one -> one.trace().slowdown() >= least && one.trace().slowdown() < most)
        .toList();
  }

  private static double recall(List<Verdict> all, double least, double most) {
    List<Verdict> faulty = faulty(all, least, most);
    return (double) faulty.stream().filter(Verdict::isFound).count() / faulty.size();
  }

  private static void report(int writers, List<Verdict> all) {
    long healthy = all.stream().filter(one -> one.trace().shape() == Shape.HEALTHY).count();
    long alarms = all.stream().filter(Verdict::isFalseAlarm).count();
    System.out.printf(
        "%d writers: %d false alarms, %d healthy volumes%n", writers, alarms, healthy);
    double[] bounds = {2, 3, 5, 7, 10, 20.001};
    for (int i = 0; i + 1 < bounds.length; i++) {
      List<Verdict> faulty = faulty(all, bounds[i], bounds[i + 1]);
      double[] sec =
          faulty.stream()
              .filter(Verdict::isFound)
              .mapToDouble(
                  one -> (one.found() - one.trace().onset() + 1.0) * FailSlowTrace.SAMPLE_SEC)
              .sorted()
              .toArray();
      System.out.printf(
          "  %.0fx to %.0fx: %d of %d found, median after %s s%n",
          bounds[i],
          bounds[i + 1],
          sec.length,
          faulty.size(),
          sec.length == 0 ? "-" : String.valueOf(sec[sec.length / 2]));
    }
    for (Shape shape : Shape.values()) {
      List<Verdict> of = all.stream().filter(one -> one.trace().shape() == shape).toList();
      System.out.printf(
          "  %s: %d of %d found%n", shape, of.stream().filter(Verdict::isFound).count(), of.size());
    }
    double recall = recall(all, 2, 21);
    double falseRate = (double) alarms / all.size();
    double rate = FailSlowTrace.BASE_RATE;
    System.out.printf(
        "  recall %.2f; precision here %.2f, at one slow volume in %.0f %.2f%n",
        recall,
        precision(recall, falseRate, (double) FAULTY / VOLUMES),
        1 / rate,
        precision(recall, falseRate, rate));
  }

  private static double precision(double recall, double falseRate, double rate) {
    return rate * recall / (rate * recall + (1 - rate) * falseRate);
  }
}
