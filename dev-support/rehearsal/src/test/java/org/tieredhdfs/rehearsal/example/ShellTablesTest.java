package org.tieredhdfs.rehearsal.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.junit.jupiter.api.Test;

class ShellTablesTest {

  @Test
  void readsTablesWithAFamilyItsObjectsAndItsConfiguration() {
    List<ShellTables.Created> tables =
        ShellTables.parse(
            """
            # two tables

            create 'a', {NAME => 'f', IS_MOB => true, MOB_THRESHOLD => 100}
            create 'b', {NAME => 'g', CONFIGURATION => {'k.l' => 'v', 'm' => '2'}}
            """);

    assertThat(tables).hasSize(2);
    assertThat(tables.get(0).name()).isEqualTo("a");
    ColumnFamilyDescriptor objects = tables.get(0).descriptor().getColumnFamilies()[0];
    assertThat(objects.isMobEnabled()).isTrue();
    assertThat(objects.getMobThreshold()).isEqualTo(100);
    ColumnFamilyDescriptor configured = tables.get(1).descriptor().getColumnFamilies()[0];
    assertThat(configured.getNameAsString()).isEqualTo("g");
    assertThat(configured.getConfigurationValue("k.l")).isEqualTo("v");
    assertThat(configured.getConfigurationValue("m")).isEqualTo("2");
  }

  @Test
  void readsTheSplitsOfATableForYcsb() {
    List<ShellTables.Created> tables =
        ShellTables.parse(
            "create 't', {NAME => 'f'}, SPLITS => (1...3).map { |i| \"user#{1000 + i * 8223 / 3}\" }");

    assertThat(tables.get(0).splits()).containsExactly("user3741", "user6482");
  }

  @Test
  void refusesWhatItWouldPassOver() {
    for (String line :
        List.of(
            "alter 'a', {NAME => 'f'}",
            "create 'a', {NAME => 'f', TTL => 5}",
            "create 'a', {NAME => 'f'}, SPLITS => ['b']",
            "create 'a', {NAME => 'f', CONFIGURATION => {'k' = 'v'}}")) {
      assertThatThrownBy(() -> ShellTables.parse(line))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(line);
    }
  }
}
