package org.tieredhdfs.ycsb.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.hadoop.hbase.client.Durability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import site.ycsb.DBException;

class BindingSettingsTest {

  private static Properties minimal() {
    Properties properties = new Properties();
    properties.setProperty("columnfamily", "f");
    return properties;
  }

  @Test
  void aColumnFamilyIsAllThatHasToBeGiven() throws Exception {
    BindingSettings settings = BindingSettings.of(minimal());

    assertThat(settings.table().getNameAsString()).isEqualTo("usertable");
    assertThat(settings.family()).isEqualTo("f");
    assertThat(settings.buffered()).isFalse();
    assertThat(settings.durability()).isEqualTo(Durability.USE_DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({
    "columnfamily, ''",
    "clientbuffering, yes",
    "writebuffersize, 0",
    "writebuffersize, 2m",
    "durability, sync",
    "operationtimeoutms, soon",
    "table, a/b",
    "configresources, /etc/hbase-site.xml",
  })
  void aBadValueIsRefusedWithItsKeyAndWhatIsAllowed(String key, String value) {
    Properties properties = minimal();
    properties.setProperty(key, value);

    assertThatThrownBy(() -> BindingSettings.of(properties))
        .isInstanceOf(DBException.class)
        .hasMessageStartingWith(key + ": ")
        .hasMessageContaining(value);
  }

  @Test
  void allFaultsAreNamedAtOnce() {
    Properties properties = new Properties();
    properties.setProperty("durability", "never");
    properties.setProperty("writebuffersize", "-5");

    assertThatThrownBy(() -> BindingSettings.of(properties))
        .hasMessageContaining("columnfamily: '' is not allowed")
        .hasMessageContaining("'never' is not allowed")
        .hasMessageContaining("one of USE_DEFAULT, SKIP_WAL")
        .hasMessageContaining("'-5' is not allowed")
        .hasMessageContaining("from 1 to 999999999");
  }

  @Test
  void propertiesOfHBaseGoBeforeTheBindingsOwnDefaults() throws Exception {
    Properties properties = minimal();
    properties.setProperty("hbase.zookeeper.quorum", "from-property");
    properties.setProperty("operationtimeoutms", "5000");

    BindingSettings settings = BindingSettings.of(properties);

    assertThat(settings.conf().get("hbase.zookeeper.quorum")).isEqualTo("from-property");
    assertThat(settings.conf().getInt("hbase.client.operation.timeout", 0)).isEqualTo(5000);
    assertThat(settings.conf().getInt("hbase.rpc.timeout", 0)).isEqualTo(5000);
  }

  @ParameterizedTest
  @EnumSource
  void everyPropertyStandsInTheReferenceAsItIs(BindingProperty property) throws IOException {
    String written = property.defaultValue().isEmpty() ? "" : "`" + property.defaultValue() + "`";

    // Maven runs tests in the folder of the module
    assertThat(Files.readAllLines(Path.of("..", "docs", "ycsb.md")))
        .contains(
            String.format(
                "| `%s` | %s | %s | %s |",
                property.key(), written, property.allowed(), property.description()));
  }
}
