package org.tieredhdfs.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlacementReaderTest {

  @Test
  void logsAreThoseInUseAndTheOldOnes() {
    assertThat(PlacementReader.byPath("/hbase/WALs/rs,1,2/rs.123")).contains(DemoFileClass.WAL);
    assertThat(PlacementReader.byPath("/hbase/oldWALs/rs.123")).contains(DemoFileClass.WAL);
  }

  @Test
  void logsOfTheMastersOwnStoreAreNoLogsOfTables() {
    assertThat(PlacementReader.byPath("/hbase/oldWALs/master.1$masterlocalwal$")).isEmpty();
    assertThat(PlacementReader.byPath("/hbase/MasterData/WALs/m/1")).isEmpty();
  }

  @Test
  void tableAndArchiveAreToldApart() {
    assertThat(PlacementReader.byPath("/hbase/data/default/t/r/f/1")).contains(DemoFileClass.TABLE);
    assertThat(PlacementReader.byPath("/hbase/archive/data/default/t/r/f/1"))
        .contains(DemoFileClass.ARCHIVED);
    assertThat(PlacementReader.byPath("/hbase/hbase.id")).isEmpty();
  }
}
