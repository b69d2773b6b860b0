package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class SampleLogTest {
  @TempDir Path folder;

  private static LoadSampling.Moment moment(long elapsedMs) {
    return new LoadSampling.Moment(
        elapsedMs,
        new RegionServerSample(80, 3, 7, 150, 5, 800, 50, 1_040, 40, 90, 31, 1),
        new MachineSample(100, 10, 5, 1_000, 5_000_000, 900));
  }

  @Test
  void eachRowAddsLinesBelowOneHead() throws IOException {
    SampleLog log = new SampleLog(folder);
    for (int repeat = 1; repeat <= 2; repeat++) {
      log.add(
          new BenchmarkCase("1T_HDD", Side.OURS, repeat, Map.of()),
          List.of(moment(0), moment(1_002)));
    }

    List<String> samples = Files.readAllLines(folder.resolve("samples.csv"));
    assertThat(samples).hasSize(5);
    assertThat(samples.get(2))
        .isEqualTo("1T_HDD,ours,1,1002,80,90,3,7,150,5,800,50,1040,31,100,10,5,1000,5000000,900");
    int columns = samples.get(0).split(",", -1).length;
    assertThat(samples).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(columns));

    log.begin(true);
    assertThat(folder).isNotEmptyDirectory();
    log.begin(false);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void metricsOfSamplesAreThoseOfServerMachineAndDataNodes() {
    DataNodeSample node = new DataNodeSample(Map.of(), 0, 0, 0);
    Map<String, Double> metrics =
        new LoadSampling.Samples(
                List.of(moment(0), moment(1_000)), Map.of("localhost", List.of(node, node)))
            .metrics();
    assertThat(metrics).containsKeys("memStoreMaxBytes", "cpuUserPercent", "createRbwMeanMs");
    assertThat(new LoadSampling.Samples(List.of(), Map.of()).metrics()).isEmpty();
  }
}
