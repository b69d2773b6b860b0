package org.tieredhdfs.ycsb.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The profiles of the study as they are checked in. */
class StudyProfilesTest {
  private static final boolean WRITES = Boolean.getBoolean("tiered.reference.write");
  private static final Path PLACE = Path.of("profiles");

  @ParameterizedTest
  @EnumSource
  void isWhatTheTableOfCasesSays(StudyCase study) throws IOException {
    Map<String, String> files = new StudyProfile(study).files();
    Path directory = PLACE.resolve(study.caseName());
    if (WRITES) {
      Files.createDirectories(directory);
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(directory.resolve(file.getKey()), file.getValue());
      }
    }
    for (Map.Entry<String, String> file : files.entrySet()) {
      assertThat(directory.resolve(file.getKey()))
          .as("write it anew with dev-support/write-reference")
          .hasContent(file.getValue());
    }
    try (Stream<Path> found = Files.list(directory)) {
      assertThat(found.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(files.keySet());
    }
  }

  @ParameterizedTest
  @EnumSource
  void loadsRecordsOfAKilobyteIntoTheTableThatIsCreated(StudyCase study) throws IOException {
    Map<String, String> files = new StudyProfile(study).files();
    Properties workload = new Properties();
    workload.load(new StringReader(files.getOrDefault("workload.properties", "")));
    int recordBytes =
        Integer.parseInt(workload.getProperty("fieldcount"))
            * Integer.parseInt(workload.getProperty("fieldlength"));
    assertThat(recordBytes).isEqualTo(1_000);
    assertThat(workload).containsEntry("recordcount", Integer.toString(study.records()));
    assertThat(files.get("tables.rb"))
        .contains("'" + workload.getProperty("table") + "'")
        .contains("'" + workload.getProperty("columnfamily") + "'")
        .contains("(1..." + study.regions() + ")");
  }

  @ParameterizedTest
  @EnumSource
  void putsFilesOnlyOnMediaThatAreThere(StudyCase study) {
    assertThat(study.volumes())
        .containsKeys(
            study.wal(),
            study.flushed(),
            study.compactedSmall(),
            study.compacted(),
            study.others());
  }

  @Test
  void aNameThatIsNoneIsRefusedWithThoseThatThereAre() {
    assertThat(StudyCase.named("1T_RAM_SSD_All_HDD")).isEqualTo(StudyCase.C1T_RAM_SSD_ALL_HDD);
    assertThatThrownBy(() -> StudyCase.named("2T_SSD"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'2T_SSD'")
        .hasMessageContaining("50G_SSD_4")
        .hasMessageContaining("1T_SSD_All_HDD");
  }
}
