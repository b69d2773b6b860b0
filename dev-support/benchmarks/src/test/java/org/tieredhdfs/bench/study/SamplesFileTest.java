package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.report.Side;

class SamplesFileTest {
  @TempDir Path folder;

  private static LoadSampling.Moment moment(long elapsedMs) {
    return new LoadSampling.Moment(
        elapsedMs,
        ServerFigureTest.sample(80, 90, 3, 7, 150, 5, 800, 50, 1_040, 31, 1, 40),
        new MachineSample(100, 10, 5, 1_000, 5_000_000, 900));
  }

  @Test
  void eachRowAddsLinesBelowOneHead() throws IOException {
    SamplesFile file = new SamplesFile(folder);
    for (int repeat = 1; repeat <= 2; repeat++) {
      file.add("1T_HDD", Side.OURS, repeat, List.of(moment(0), moment(1_002)));
    }

    List<String> samples = Files.readAllLines(folder.resolve("samples.csv"));
    assertThat(samples).hasSize(5);
    assertThat(samples.get(2))
        .isEqualTo("1T_HDD,ours,1,1002,80,90,3,7,150,5,800,50,1040,31,100,10,5,1000,5000000,900");
    int columns = samples.get(0).split(",", -1).length;
    assertThat(samples).allSatisfy(line -> assertThat(line.split(",", -1)).hasSize(columns));

    file.delete();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void metricsOfSamplesAreThoseOfServerMachineAndDataNodes() {
    JsonNode node = JsonNodeFactory.instance.objectNode();
    Map<String, Double> metrics =
        new LoadSampling.Samples(List.of(moment(0), moment(1_000)), List.of(List.of(node, node)))
            .metrics();
    assertThat(metrics).containsKeys("memStoreMaxBytes", "cpuUserPercent", "createRbwMeanMs");
    assertThat(new LoadSampling.Samples(List.of(), List.of()).metrics()).isEmpty();
  }
}
