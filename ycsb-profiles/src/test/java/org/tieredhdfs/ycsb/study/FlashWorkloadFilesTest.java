package org.tieredhdfs.ycsb.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.tieredhdfs.ycsb.run.WorkloadProfile;

/** The files for a stock YCSB with the workloads of the study of flash arrays. */
class FlashWorkloadFilesTest {
  private static final Path PLACE = Path.of("workloads/flash");

  /** Sizes of the study, and what is buffered: the runner sets these itself. */
  private static final List<String> OWN =
      List.of("recordcount", "operationcount", "threadcount", "clientbuffering");

  private static Properties read(String name) throws IOException {
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(PLACE.resolve(name + ".properties"))) {
      properties.load(in);
    }
    return properties;
  }

  @ParameterizedTest
  @CsvSource({
    "load, LOAD, true",
    "e, SCAN_INSERT, false",
    "insert55-read45, INSERT_READ, false",
    "insert55-scan45, INSERT_SCAN, false",
    "update55-scan45, UPDATE_SCAN, true"
  })
  void haveTheOperationsOfTheRunnersProfilesAtTheStudysSize(
      String name, WorkloadProfile profile, String buffers) throws IOException {
    Properties file = read(name);
    assertThat(file)
        .containsEntry("recordcount", "10000000")
        .containsEntry("clientbuffering", buffers);
    Properties runners = profile.properties();
    for (String own : OWN) {
      file.remove(own);
      runners.remove(own);
    }
    assertThat(file).isEqualTo(runners);
  }

  @Test
  void allAreDescribed() throws IOException {
    String readme = Files.readString(PLACE.resolve("README.md"));
    try (Stream<Path> files = Files.list(PLACE)) {
      assertThat(files.map(file -> String.valueOf(file.getFileName())))
          .hasSize(6)
          .allSatisfy(
              name -> assertThat(name.equals("README.md") || readme.contains(name)).isTrue());
    }
  }
}
