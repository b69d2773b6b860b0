package org.tieredhdfs.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.tieredhdfs.ycsb.report.FileClass;

class HBaseFilesTest {

  @Test
  void logsAreThoseInUseAndTheOldOnes() {
    assertThat(HBaseFiles.classOf("/hbase/WALs/rs,1,2/rs.123")).contains(FileClass.WAL);
    assertThat(HBaseFiles.classOf("/hbase/oldWALs/rs.123")).contains(FileClass.WAL);
  }

  @Test
  void logsOfTheMastersOwnStoreAreNoLogsOfTables() {
    assertThat(HBaseFiles.classOf("/hbase/oldWALs/master.1$masterlocalwal$")).isEmpty();
    assertThat(HBaseFiles.classOf("/hbase/MasterData/WALs/m/1")).isEmpty();
  }

  @Test
  void tableAndArchiveAreToldApart() {
    assertThat(HBaseFiles.classOf("/hbase/data/default/t/r/f/1")).contains(FileClass.TABLE);
    assertThat(HBaseFiles.classOf("/hbase/archive/data/default/t/r/f/1"))
        .contains(FileClass.ARCHIVED);
    assertThat(HBaseFiles.classOf("/hbase/hbase.id")).isEmpty();
  }
}
