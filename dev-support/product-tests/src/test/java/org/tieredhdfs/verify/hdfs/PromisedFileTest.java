package org.tieredhdfs.verify.hdfs;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.verify.hdfs.PromisedFile.Range;

class PromisedFileTest {
  private final PromisedFile file = new PromisedFile(new Path("/f"), 1, 3, 100);

  @Test
  void hsyncPromisesTheBlockThatIsWrittenAndNoneBefore() {
    file.wrote(250);
    file.syncedBlock();
    assertThat(file.synced()).containsExactly(new Range(200, 250));
    assertThat(file.flushedBytes()).isEqualTo(250);
  }

  @Test
  void laterHsyncOfABlockPromisesMoreOfIt() {
    file.wrote(30);
    file.syncedBlock();
    file.wrote(60);
    file.syncedBlock();
    file.wrote(120);
    file.flushed();
    assertThat(file.synced()).containsExactly(new Range(0, 60));
    assertThat(file.flushedBytes()).isEqualTo(120);
  }

  @Test
  void hsyncAtTheEndOfABlockPromisesThatBlock() {
    file.wrote(100);
    file.syncedBlock();
    assertThat(file.synced()).containsExactly(new Range(0, 100));
  }

  @Test
  void closeThatSyncsPromisesAllOfIt() {
    file.wrote(250);
    file.closedSynced();
    assertThat(file.synced())
        .containsExactly(new Range(0, 100), new Range(100, 200), new Range(200, 250));
  }

  @Test
  void closePromisesWhatIsWithTheOperatingSystemsAlone() {
    file.wrote(50);
    file.closed();
    assertThat(file.synced()).isEmpty();
    assertThat(file.flushedBytes()).isEqualTo(50);
  }

  @Test
  void contentIsWrongWhereAByteIsMissingOrOfAnotherPlace() {
    byte[] bytes = new byte[64];
    KnownContent.fill(bytes, bytes.length, 5, 1_000);
    assertThat(KnownContent.firstWrong(bytes, bytes.length, 5, 1_000)).isEqualTo(-1);
    assertThat(KnownContent.firstWrong(bytes, bytes.length, 5, 1_001)).isNotEqualTo(-1);
    bytes[40] = 0;
    assertThat(KnownContent.firstWrong(bytes, bytes.length, 5, 1_000)).isEqualTo(40);
  }
}
