package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class DataNodeFiguresTest {

  private static JsonNode sample(long created, double meanMs, long slow) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("CreateRbwOpNumOps", created)
        .put("CreateRbwOpAvgTime", meanMs)
        .put("AcquireDatasetWriteLockNumOps", 2 * created)
        .put("AcquireDatasetWriteLockAvgTime", 3_000)
        .put("PacketsSlowWriteToDisk", slow)
        .put("PacketsSlowWriteToMirror", 2 * slow)
        .put("SlowFlushOrSyncCount", 3 * slow);
  }

  @Test
  void meansCountForTheOperationsThatWereNewWhenTheyWereTold() {
    Map<String, Double> metrics =
        DataNodeFigures.of(
            List.of(
                List.of(
                    sample(100, 9, 5),
                    sample(110, 2, 5),
                    // nothing new: the mean is still that of the ten before
                    sample(110, 2, 5),
                    sample(140, 6, 7)),
                List.of(sample(0, 0, 0), sample(60, 1, 1))));
    assertThat(metrics.get("createRbwMeanMs"))
        .isCloseTo((10 * 2 + 30 * 6 + 60 * 1) / 100.0, within(1e-9));
    // Hadoop tells of locks in ns
    assertThat(metrics.get("datasetWriteLockMeanUs")).isCloseTo(3, within(1e-9));
    assertThat(metrics)
        .containsEntry("finalizeBlockMeanMs", 0.0)
        .containsEntry("slowDiskWrites", 3.0)
        .containsEntry("slowMirrorWrites", 6.0)
        .containsEntry("slowSyncs", 9.0);
  }

  @Test
  void withoutTwoSamplesOfADataNodeThereIsNoFigure() {
    assertThat(DataNodeFigures.of(List.of(List.of(sample(1, 1, 1)), List.of()))).isEmpty();
  }

  @Test
  void readsTheBeanAsADataNodeShowsIt() throws IOException {
    ObjectNode before = recorded().deepCopy();
    before.put("CreateRbwOpNumOps", 43);
    assertThat(DataNodeFigures.of(List.of(List.of(before, recorded()))))
        .hasEntrySatisfying("createRbwMeanMs", ms -> assertThat(ms).isCloseTo(0.43, within(0.01)))
        // recorded of this project's dataset, which does not take Hadoop's lock
        .containsEntry("datasetWriteLockMeanUs", 0.0)
        .containsEntry("slowSyncs", 0.0);
    assertThat(recorded().has("SlowFlushOrSyncCount")).isTrue();
  }

  private static JsonNode recorded() throws IOException {
    try (InputStream in =
        DataNodeFiguresTest.class.getResourceAsStream("/recorded-datanode-activity.json")) {
      return new ObjectMapper().readTree(Objects.requireNonNull(in));
    }
  }
}
