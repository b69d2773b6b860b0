package org.tieredhdfs.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tieredhdfs.report.files.ReportJson;

/** What is written follows the schema in the documentation, which refuses what is not a report. */
class ReportSchemaTest {

  private static final JsonSchema SCHEMA = schema();

  private static JsonSchema schema() {
    try {
      // Maven runs tests in the folder of the module
      String text = Files.readString(Path.of("..", "..", "docs", "report.schema.json"));
      return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(text);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Set<String> faults(String json) {
    return SCHEMA.validate(json, InputFormat.JSON).stream()
        .map(Object::toString)
        .collect(Collectors.toSet());
  }

  private static String json(Report report) throws IOException {
    return new String(ReportJson.write(report), StandardCharsets.UTF_8);
  }

  static Stream<Report> samples() {
    return Stream.of(
        SampleReports.demo(),
        SampleReports.bench(),
        SampleReports.oneSided(),
        SampleReports.empty(),
        SampleReports.hostile("\"<&'\\\n"),
        new ReportBuilder("built").build());
  }

  @ParameterizedTest
  @MethodSource("samples")
  void everyReportFollowsTheSchema(Report report) throws IOException {
    assertThat(faults(json(report))).isEmpty();
  }

  static Stream<Consumer<ObjectNode>> damages() {
    return Stream.of(
        report -> report.remove("ok"),
        report -> report.remove("machine"),
        report -> report.remove("versions"),
        report -> report.remove("cases"),
        report -> report.put("ok", "true"),
        report -> report.put("name", " "),
        report -> report.put("startedAt", "yesterday"),
        report -> report.put("unknown", 1),
        report -> ((ObjectNode) report.get("machine")).put("memory", "24 GB"),
        report -> firstCase(report).put("side", "theirs"),
        report -> firstCase(report).put("repeat", 0),
        report -> ((ObjectNode) firstCase(report).get("metrics")).put("opsPerSec", "many"),
        report -> ((ObjectNode) firstCase(report).get("metrics")).put("ops/s", 1),
        report -> ((ObjectNode) report.get("placement").get(0)).put("fileClass", "hot"),
        report -> ((ObjectNode) report.get("placement").get(0)).put("bytes", -1));
  }

  private static ObjectNode firstCase(ObjectNode report) {
    return (ObjectNode) report.get("cases").get(0);
  }

  @ParameterizedTest
  @MethodSource("damages")
  void theSchemaRefusesWhatIsNoReport(Consumer<ObjectNode> damage) throws IOException {
    JsonNode report = new ObjectMapper().readTree(json(SampleReports.demo()));
    damage.accept((ObjectNode) report);

    assertThat(faults(report.toString())).isNotEmpty();
  }

  @Test
  void theNamesAreThoseThatOtherToolsReadBy() throws IOException {
    JsonNode report = new ObjectMapper().readTree(json(SampleReports.demo()));

    assertThat(report.at("/machine/cores").asInt()).isEqualTo(2);
    assertThat(report.at("/cases/0/name").asText()).isEqualTo("load");
    assertThat(report.at("/cases/0/side").asText()).isEqualTo("ours");
    assertThat(report.at("/cases/0/metrics/opsPerSec").asDouble()).isEqualTo(4454.2);
    assertThat(report.at("/cases/0/metrics/errors").toString()).isEqualTo("0");
    assertThat(report.at("/cases/1/metrics/readP99Us").asInt()).isEqualTo(4211);
    assertThat(report.at("/placement/0/fileClass").asText()).isEqualTo("wal");
    assertThat(report.at("/placement/0/storageType").asText()).isEqualTo("RAMDISK");
    assertThat(report.at("/placement/0/blocks").asInt()).isEqualTo(6);
    assertThat(report.at("/startedAt").asText()).isEqualTo("2026-11-21T09:59:10Z");
  }
}
