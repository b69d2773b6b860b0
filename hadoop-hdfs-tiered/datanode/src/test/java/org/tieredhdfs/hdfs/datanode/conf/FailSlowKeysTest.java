package org.tieredhdfs.hdfs.datanode.conf;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;

/** How long reads of clients may take, beside all calls. */
class FailSlowKeysTest {
  private static final String ALL = "dfs.tiered.type.DISK.cutoff.timeout";
  private static final String READS = "dfs.tiered.type.DISK.cutoff.read.timeout";

  private final Configuration conf = new Configuration(false);

  private long readCutoffMs(StorageType type) {
    return FailSlowKeys.readCutoffMs(type, conf);
  }

  @Test
  void readsOfMemoryAndFlashMayTakeAsLongAsWritesAndThoseOfDisksLess() {
    assertThat(readCutoffMs(StorageType.RAM_DISK)).isEqualTo(200);
    assertThat(readCutoffMs(StorageType.SSD)).isEqualTo(500);
    assertThat(readCutoffMs(StorageType.DISK)).isEqualTo(750);
  }

  @Test
  void anOldConfigurationKeepsItsMeaning() {
    conf.set(ALL, "15s");
    assertThat(readCutoffMs(StorageType.DISK)).isEqualTo(15_000);
    conf.set(ALL, "0");
    assertThat(readCutoffMs(StorageType.DISK)).isZero();
  }

  @Test
  void whatIsSetForReadsHolds() {
    conf.set(READS, "8s");
    assertThat(readCutoffMs(StorageType.DISK)).isEqualTo(8_000);
    conf.set(ALL, "15s");
    assertThat(readCutoffMs(StorageType.DISK)).isEqualTo(8_000);
    conf.set(READS, "0");
    assertThat(readCutoffMs(StorageType.DISK)).isZero();
  }

  @Test
  void nobodyIsCutOffWhereThatIsTurnedOffWhateverIsSetForReads() {
    conf.set(ALL, "0");
    conf.set(READS, "1s");
    assertThat(readCutoffMs(StorageType.DISK)).isZero();
  }

  @Test
  void aBadTimeForReadsIsNamed() {
    conf.set(READS, "soon");
    assertThat(new FailSlowKeys().faults("DataNode", conf))
        .singleElement()
        .asString()
        .contains(READS);
  }
}
