package org.tieredhdfs.bench.compression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;

class CompressionCaseTest {
  private static ColumnFamilyDescriptor family(CompressionCase one) {
    ColumnFamilyDescriptorBuilder family =
        ColumnFamilyDescriptorBuilder.newBuilder(Bytes.toBytes("f"));
    one.familySettings().forEach(family::setValue);
    return family.build();
  }

  @Test
  void hbaseUnderstandsWhichFilesAreCompressed() {
    ColumnFamilyDescriptor compacted = family(CompressionCase.COMPACTED_GZ);
    assertThat(compacted.getCompressionType()).isEqualTo(Compression.Algorithm.NONE);
    assertThat(compacted.getMinorCompactionCompressionType()).isEqualTo(Compression.Algorithm.GZ);
    assertThat(compacted.getMajorCompactionCompressionType()).isEqualTo(Compression.Algorithm.GZ);

    ColumnFamilyDescriptor major = family(CompressionCase.MAJOR_GZ);
    assertThat(major.getMinorCompactionCompressionType()).isEqualTo(Compression.Algorithm.NONE);
    assertThat(major.getMajorCompactionCompressionType()).isEqualTo(Compression.Algorithm.GZ);

    ColumnFamilyDescriptor table = family(CompressionCase.TABLE_SNAPPY);
    assertThat(table.getCompressionType()).isEqualTo(Compression.Algorithm.SNAPPY);
    assertThat(table.getMajorCompactionCompressionType()).isEqualTo(Compression.Algorithm.SNAPPY);
  }

  @Test
  void casesThatDifferInTheirTableAloneShareACluster() {
    assertThat(CompressionCase.NONE.cluster())
        .isEqualTo(CompressionCase.COMPACTED_GZ.cluster())
        .isNotEqualTo(CompressionCase.WAL_SNAPPY.cluster())
        .isNotEqualTo(CompressionCase.BTRFS.cluster())
        .isNotEqualTo(CompressionCase.BTRFS_ZSTD.cluster());
    assertThat(CompressionCase.BTRFS.cluster()).isNotEqualTo(CompressionCase.BTRFS_ZSTD.cluster());
  }

  @Test
  void aNameThatIsNoneIsRefused() {
    assertThat(CompressionCase.named(List.of("hdd-compacted-gz", "hdd-none")))
        .containsExactly(CompressionCase.NONE, CompressionCase.COMPACTED_GZ);
    assertThat(CompressionCase.named(List.of("all"))).hasSize(CompressionCase.values().length);
    assertThatThrownBy(() -> CompressionCase.named(List.of("hdd-lz4")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'hdd-lz4'")
        .hasMessageContaining("hdd-btrfs-zstd");
  }
}
