package org.tieredhdfs.hdfs.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnreadableConfigurationTest {
  private static final String MALFORMED =
      """
      <?xml version="1.0"?>
      <configuration>
        <property>
          <name>dfs.tiered.storage.types</name>
          <value>NVME</valu>
        </property>
      </configuration>
      """;

  @TempDir Path folder;

  private Configuration reading(String file) {
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(folder.resolve(file).toUri()));
    return conf;
  }

  @Test
  void malformedFileIsNamedWithItsLine() throws Exception {
    Path file = Files.writeString(folder.resolve("mine.xml"), MALFORMED);

    assertThat(UnreadableConfiguration.faults(reading("mine.xml")))
        .singleElement()
        .asString()
        .startsWith("file:")
        .contains(file.getFileName().toString() + " line 5 column ", ": malformed XML: ")
        .doesNotContain("\n");
  }

  @Test
  void truncatedFileIsNamedWithItsLine() throws Exception {
    Files.writeString(folder.resolve("mine.xml"), "<configuration>\n<property>\n");
    assertThat(UnreadableConfiguration.faults(reading("mine.xml")))
        .singleElement()
        .asString()
        .contains("mine.xml line 3", "malformed XML");
  }

  @Test
  void siteFileOnTheClassPathIsFoundThoughTheConfigurationHidesItFromTheSecondAccessOn()
      throws Exception {
    Files.writeString(folder.resolve("hdfs-site.xml"), MALFORMED);
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      Configuration conf = new Configuration(false);
      conf.setClassLoader(loader);
      conf.addResource("hdfs-site.xml");
      assertThatThrownBy(conf::size).isInstanceOf(RuntimeException.class);
      assertThat(conf.size()).isZero();

      List<String> faults = TieredConfigurationCheck.faults("NameNode", conf);

      assertThat(faults).singleElement().asString().contains("hdfs-site.xml line 5");
    }
  }

  @Test
  void readableFilesAreNoFault() throws Exception {
    Files.writeString(folder.resolve("mine.xml"), "<configuration/>");
    assertThat(UnreadableConfiguration.faults(reading("mine.xml"))).isEmpty();
    assertThat(UnreadableConfiguration.faults(new Configuration())).isEmpty();
  }

  @Test
  void otherTroubleIsToldInOneLine() {
    assertThat(UnreadableConfiguration.sentence(new RuntimeException("no rights\nto read")))
        .isEqualTo("cannot read the configuration: no rights");
  }
}
