package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tieredhdfs.ycsb.study.StudyCase;

class StudyScaleTest {
  private static final long HEAP_BYTES = 768L << 20;
  private static final double STUDY_FLUSH_BYTES = 128 << 20;

  /** Flushes, and with them compactions and archiving, come as often. */
  @ParameterizedTest
  @EnumSource
  void aRegionIsFlushedAsOftenAsInTheStudy(StudyCase study) {
    double studyFlushes = 1_000.0 * study.records() / study.regions() / STUDY_FLUSH_BYTES;
    for (StudyScale scale : new StudyScale[] {StudyScale.USUAL, StudyScale.QUICK}) {
      long flushBytes = number(scale, "hbase.hregion.memstore.flush.size");
      double flushes = 1_000.0 * scale.records(study) / scale.regions(study) / flushBytes;
      assertThat(flushes).isBetween(studyFlushes * 0.99, studyFlushes * 1.01);
    }
  }

  @Test
  void whatIsMeasuredInBytesShrinksByTheSame() {
    StudyScale scale = StudyScale.USUAL;
    assertThat(number(scale, "hbase.hregion.memstore.flush.size")).isEqualTo(2 << 20);
    assertThat(number(scale, "dfs.blocksize")).isEqualTo(2 << 20);
    assertThat(number(scale, "hbase.hregion.max.filesize")).isEqualTo((10L << 30) / 64);
    assertThat(scale.smallFileMaxBytes()).isEqualTo(Long.toString(1536L << 14));
    double memstores =
        Double.parseDouble(settings(scale).get("hbase.regionserver.global.memstore.size"));
    // each of four regions may grow until it blocks by itself
    assertThat(memstores * HEAP_BYTES).isBetween(4 * 4.0 * (2 << 20), 4 * 8.0 * (2 << 20));
  }

  /** Else the mover would carry files to a slower medium for HBase to delete them there. */
  @Test
  void nothingMovesBeforeHBaseHadTimeToDeleteIt() {
    for (StudyScale scale : new StudyScale[] {StudyScale.USUAL, StudyScale.QUICK}) {
      long roundMs = number(scale, "hbase.master.cleaner.interval");
      long keptMs =
          Math.max(
              number(scale, "hbase.master.logcleaner.ttl"),
              number(scale, "hbase.master.hfilecleaner.ttl"));
      long minAgeMs = 1_000 * Long.parseLong(scale.archiveMinAge().replace("s", ""));
      assertThat(minAgeMs).isGreaterThan(keptMs + roundMs);
    }
  }

  @Test
  void aQuarterOfTheVolumesIsThere() {
    assertThat(StudyScale.USUAL.layout(StudyCase.C50G_SSD).counts())
        .containsOnly(Map.entry("SSD", 2));
    assertThat(StudyScale.USUAL.layout(StudyCase.C50G_SSD_4).counts())
        .containsOnly(Map.entry("SSD", 1));
    assertThat(StudyScale.USUAL.layout(StudyCase.C1T_RAM_SSD_HDD).counts())
        .containsOnly(Map.entry("RAMDISK", 1), Map.entry("SSD", 1), Map.entry("DISK", 1));
  }

  @Test
  void aScaleThatHBaseWouldRefuseIsRefused() {
    assertThatThrownBy(() -> new StudyScale(0.001, 4))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--scale: '0.001'");
    assertThatThrownBy(() -> new StudyScale(Double.NaN, 4))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StudyScale(0.5, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--regions: '0'");
  }

  private static Map<String, String> settings(StudyScale scale) {
    return scale.settings(HEAP_BYTES);
  }

  private static long number(StudyScale scale, String key) {
    return Long.parseLong(settings(scale).getOrDefault(key, ""));
  }
}
