package org.tieredhdfs.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HBaseFilesTest {

  @Test
  void logsAreThoseInUseAndTheOldOnes() {
    assertThat(HBaseFiles.byPath("/hbase/WALs/rs,1,2/rs.123")).contains(DemoFileClass.WAL);
    assertThat(HBaseFiles.byPath("/hbase/oldWALs/rs.123")).contains(DemoFileClass.WAL);
  }

  @Test
  void logsOfTheMastersOwnStoreAreNoLogsOfTables() {
    assertThat(HBaseFiles.byPath("/hbase/oldWALs/master.1$masterlocalwal$")).isEmpty();
    assertThat(HBaseFiles.byPath("/hbase/MasterData/WALs/m/1")).isEmpty();
  }

  @Test
  void tableAndArchiveAreToldApart() {
    assertThat(HBaseFiles.byPath("/hbase/data/default/t/r/f/1")).contains(DemoFileClass.TABLE);
    assertThat(HBaseFiles.byPath("/hbase/archive/data/default/t/r/f/1"))
        .contains(DemoFileClass.ARCHIVED);
    assertThat(HBaseFiles.byPath("/hbase/hbase.id")).isEmpty();
  }
}
