package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tieredhdfs.report.Side;
import org.tieredhdfs.ycsb.study.StudyCase;

class StudySiteTest {
  private static final Path HOME = Path.of("../..");

  private static Map<String, String> settings(StudyCase study, Side side) throws IOException {
    return StudySite.of(study, side, StudyScale.USUAL, HOME).settings();
  }

  @ParameterizedTest
  @EnumSource
  void stockGetsNothingOfOursAndTheSameSizesAndThreads(StudyCase study) throws IOException {
    Map<String, String> stock = settings(study, Side.STOCK);
    Map<String, String> ours = settings(study, Side.OURS);
    assertThat(stock.toString()).doesNotContain("tiered").doesNotContain("dfs.mover.file");
    assertThat(ours).containsKey("hbase.tiered.wal.policy");
    for (String key : stock.keySet()) {
      if (!key.endsWith("storage.policy") && !key.equals("dfs.datanode.du.reserved.nvdimm")) {
        assertThat(ours).containsEntry(key, stock.get(key));
      }
    }
  }

  @Test
  void stockPutsFilesWhereApachesOwnMeansCan() throws IOException {
    assertThat(settings(StudyCase.C1T_RAM_SSD, Side.STOCK))
        .containsEntry("hbase.wal.storage.policy", "ALL_NVDIMM")
        .containsEntry("hbase.hstore.block.storage.policy", "ALL_SSD")
        .containsKey("dfs.datanode.du.reserved.nvdimm");
    assertThat(settings(StudyCase.C1T_SSD_HDD, Side.STOCK))
        .containsEntry("hbase.wal.storage.policy", "ALL_SSD")
        .containsEntry("hbase.hstore.block.storage.policy", "ONE_SSD");
    assertThat(settings(StudyCase.C1T_SSD_ALL_HDD, Side.STOCK))
        .containsEntry("hbase.hstore.block.storage.policy", "HOT");
  }

  @Test
  void theBoundOfSmallFilesIsScaledWhereThereIsOne() throws IOException {
    assertThat(settings(StudyCase.C1T_SSD_HDD, Side.OURS))
        .containsEntry("hbase.tiered.compaction.small.max.size", Long.toString(1536L << 14));
    assertThat(settings(StudyCase.C1T_SSD, Side.OURS))
        .doesNotContainKey("hbase.tiered.compaction.small.max.size");
  }

  @Test
  void casesThatDifferInTheirLoadAloneShareACluster() {
    assertThat(StudySite.key(StudyCase.C50G_SSD)).isEqualTo(StudySite.key(StudyCase.C1T_SSD));
    assertThat(StudySite.key(StudyCase.C50G_SSD)).isNotEqualTo(StudySite.key(StudyCase.C50G_SSD_4));
    assertThat(StudySite.key(StudyCase.C1T_SSD_HDD))
        .isNotEqualTo(StudySite.key(StudyCase.C1T_SSD_ALL_HDD));
  }
}
