package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.report.Side;

class FlashScaleTest {
  private static final FlashScale SCALE = FlashScale.USUAL;

  private static FlashCase load(int millions, int regionServers) {
    return new FlashCase(
        FlashCase.Media.FLASH, FlashCase.Workload.LOAD, millions, 64, regionServers);
  }

  private static Map<String, String> settings(int regionServers) throws IOException {
    return SCALE.site(load(10, regionServers), Side.OURS, Path.of("../..")).settings();
  }

  @Test
  void theLargerDatasetIsThreeTimesTheSmaller() {
    assertThat(SCALE.records(load(10, 1))).isEqualTo(10_000_000 / 128);
    assertThat(SCALE.records(load(30, 1))).isEqualTo(30_000_000 / 128);
    assertThat(SCALE.regions(load(10, 1))).isEqualTo(4);
    assertThat(SCALE.regions(load(30, 4))).isEqualTo(12);
  }

  @Test
  void eachRegionServerHasARegion() {
    assertThat(SCALE.regions(load(1, 4))).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void blockCachesTogetherHoldTheSmallerDatasetWhateverTheNumberOfServers(int regionServers)
      throws IOException {
    double share =
        Double.parseDouble(settings(regionServers).getOrDefault("hfile.block.cache.size", ""));
    double cacheBytes = share * regionServers * StudySite.REGION_SERVER_HEAP_MB * (1 << 20);
    assertThat(cacheBytes).isBetween(1.1 * 10e9 / 128, 0.5 * 30e9 / 128);
  }

  @ParameterizedTest
  @ValueSource(doubles = {1.0 / 128, 1.0 / 40})
  void memstoresAndCacheFitIntoTheHeap(double data) throws IOException {
    FlashScale scale = new FlashScale(data, List.of(10, 30), List.of(64), List.of(1));
    Map<String, String> settings = scale.site(load(10, 1), Side.STOCK, Path.of("../..")).settings();
    double memstores =
        Double.parseDouble(settings.getOrDefault("hbase.regionserver.global.memstore.size", ""));
    double cache = Double.parseDouble(settings.getOrDefault("hfile.block.cache.size", ""));
    // HBase refuses to start with more
    assertThat(memstores + cache).isLessThan(0.8);
  }

  @Test
  void serversShareTheMemstoresOfAllRegions() throws IOException {
    String key = "hbase.regionserver.global.memstore.size";
    double one = Double.parseDouble(settings(1).getOrDefault(key, ""));
    double four = Double.parseDouble(settings(4).getOrDefault(key, ""));
    assertThat(four * 4).isCloseTo(one, within(0.01));
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> new FlashScale(0.5, List.of(10), List.of(64), List.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--scale: '0.5'");
    assertThatThrownBy(() -> new FlashScale(0.01, List.of(10), List.of(0), List.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--threads");
    assertThatThrownBy(() -> new FlashScale(0.01, List.of(10), List.of(64), List.of(9)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--region-servers: '9'");
  }
}
