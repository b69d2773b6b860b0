package org.tieredhdfs.rehearsal.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.junit.jupiter.api.Test;

class ShellTablesTest {

  @Test
  void readsTablesWithAFamilyItsObjectsAndItsConfiguration() {
    List<TableDescriptor> tables =
        ShellTables.parse(
            """
            # two tables

            create 'a', {NAME => 'f', IS_MOB => true, MOB_THRESHOLD => 100}
            create 'b', {NAME => 'g', CONFIGURATION => {'k.l' => 'v', 'm' => '2'}}
            """);

    assertThat(tables).hasSize(2);
    assertThat(tables.get(0).getTableName().getNameAsString()).isEqualTo("a");
    ColumnFamilyDescriptor objects = tables.get(0).getColumnFamilies()[0];
    assertThat(objects.isMobEnabled()).isTrue();
    assertThat(objects.getMobThreshold()).isEqualTo(100);
    ColumnFamilyDescriptor configured = tables.get(1).getColumnFamilies()[0];
    assertThat(configured.getNameAsString()).isEqualTo("g");
    assertThat(configured.getConfigurationValue("k.l")).isEqualTo("v");
    assertThat(configured.getConfigurationValue("m")).isEqualTo("2");
  }

  @Test
  void refusesWhatItWouldPassOver() {
    for (String line :
        List.of(
            "alter 'a', {NAME => 'f'}",
            "create 'a', {NAME => 'f', TTL => 5}",
            "create 'a', {NAME => 'f', CONFIGURATION => {'k' = 'v'}}")) {
      assertThatThrownBy(() -> ShellTables.parse(line))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(line);
    }
  }
}
