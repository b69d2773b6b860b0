package org.tieredhdfs.bench.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.List;
import java.util.Map;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression.Algorithm;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.report.BenchmarkCase;
import org.tieredhdfs.report.Side;

class CompressionTest {
  private static ColumnFamilyDescriptor family(Compression one) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"));
    one.layout("t", StudyScale.QUICK).familySettings().forEach(family::setValue);
    return family.build();
  }

  @Test
  void hbaseUnderstandsWhichFilesAreCompressed() {
    ColumnFamilyDescriptor compacted = family(Compression.COMPACTED_GZ);
    assertThat(compacted.getCompressionType()).isEqualTo(Algorithm.NONE);
    assertThat(compacted.getMinorCompactionCompressionType()).isEqualTo(Algorithm.GZ);
    assertThat(compacted.getMajorCompactionCompressionType()).isEqualTo(Algorithm.GZ);

    ColumnFamilyDescriptor major = family(Compression.MAJOR_GZ);
    assertThat(major.getMinorCompactionCompressionType()).isEqualTo(Algorithm.NONE);
    assertThat(major.getMajorCompactionCompressionType()).isEqualTo(Algorithm.GZ);

    ColumnFamilyDescriptor table = family(Compression.TABLE_SNAPPY);
    assertThat(table.getCompressionType()).isEqualTo(Algorithm.SNAPPY);
    assertThat(table.getMajorCompactionCompressionType()).isEqualTo(Algorithm.SNAPPY);
  }

  @Test
  void casesThatDifferInTheirTableAloneShareACluster() {
    assertThat(Compression.NONE.clusterKey())
        .isEqualTo(Compression.COMPACTED_GZ.clusterKey())
        .isNotEqualTo(Compression.WAL_SNAPPY.clusterKey())
        .isNotEqualTo(Compression.BTRFS.clusterKey())
        .isNotEqualTo(Compression.BTRFS_ZSTD.clusterKey());
    assertThat(Compression.BTRFS.clusterKey()).isNotEqualTo(Compression.BTRFS_ZSTD.clusterKey());
  }

  private static BenchmarkCase row(
      String name, Side side, double opsPerSec, double cpuUs, double writtenMbPerSec) {
    return new BenchmarkCase(
        name,
        side,
        1,
        Map.of(
            "opsPerSec",
            opsPerSec,
            "allDaemonsCpuPerOpUs",
            cpuUs + 500 / opsPerSec,
            "compilersCpuPerOpUs",
            500 / opsPerSec,
            "diskWriteMbPerSec",
            writtenMbPerSec,
            "runTimeMs",
            60_000 / opsPerSec));
  }

  @Test
  void eachIsComparedWithTheCaseWithoutOfItsSide() {
    List<BenchmarkCase> compared =
        new CompressedLoads()
            .compared(
                List.of(
                    row("hdd-none", Side.OURS, 1_000, 200, 8),
                    row("hdd-compacted-gz", Side.OURS, 1_500, 300, 6),
                    row("hdd-compacted-gz", Side.STOCK, 1_500, 300, 6)));
    assertThat(compared).hasSize(1);
    assertThat(compared.get(0).name()).isEqualTo("hdd-compacted-gz / hdd-none");
    assertThat(compared.get(0).side()).isEqualTo(Side.OURS);
    // as many MB a second for two thirds of the time would be two thirds
    assertThat(compared.get(0).metrics())
        .containsOnly(entry("opsRatio", 1.5), entry("cpuRatio", 1.5), entry("writtenRatio", 0.5));
  }
}
