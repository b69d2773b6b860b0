package org.tieredhdfs.tiering.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.XAttr;
import org.apache.hadoop.hdfs.server.namenode.FsImageProto.INodeSection.INodeFile;
import org.apache.hadoop.thirdparty.protobuf.ByteString;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.tiering.image.SmallImage;

class RulesOfSelectTest {
  private static final int COLD = 2;
  private static final int ONE_SSD = 10;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Configuration conf = new Configuration(false);

  @TempDir private Path folder;
  private File image = new File("");

  @BeforeEach
  void write() throws IOException {
    image = folder.resolve("fsimage_0000000000000000042").toFile();
    SmallImage small = new SmallImage(image);
    small
        .file("/logs/a", small.plain("ann", "dba"), 1000)
        .file("/logs/b.tmp", small.plain("bob", "dba"), 24)
        .file("/logs/old/c", small.plain("bob", "dba"), 3)
        .policy("/logs/old", COLD)
        .file("/logs/wanted", own(small, ONE_SSD), 70)
        .file("/logs/pinned/d", small.plain("ann", "dba"), 500)
        .attributes(
            "/logs/pinned", small.attribute(XAttr.NameSpace.USER, "tiered.pin", ByteString.EMPTY))
        .file("/logs/striped", striped(small), 9)
        .file("/other/e.tmp", small.plain("eve", "dba"), 5)
        .file("/other/f", small.plain("eve", "dba"), 6)
        .write();
    conf.set("dfs.tiering.rules", "tmp,logs,ssd");
    rule("tmp", "name = *.tmp", "HOT");
    rule("logs", "path = /logs and name = a, b.tmp, c, wanted, d", "COLD");
    rule("ssd", "path = /logs", "ONE_SSD");
  }

  private static INodeFile.Builder own(SmallImage image, int policy) {
    return image.plain("ann", "dba").setStoragePolicyID(policy);
  }

  private static INodeFile.Builder striped(SmallImage image) {
    return image.plain("ann", "dba").clearReplication().setErasureCodingPolicyID(1);
  }

  private void rule(String name, String files, String policy) {
    conf.set("dfs.tiering.rule." + name + ".files", files);
    conf.set("dfs.tiering.rule." + name + ".policy", policy);
  }

  private String select(String... words) throws IOException {
    out.reset();
    List<String> all = new ArrayList<>(List.of("--image", image.getPath()));
    all.addAll(List.of(words));
    new SelectCommand(
            conf,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8))
        .run(all);
    return out.toString(StandardCharsets.UTF_8);
  }

  private JsonNode rules() throws IOException {
    return new ObjectMapper().readTree(select("--rules", "--json"));
  }

  @Test
  void theFirstRuleThatHoldsApplies() throws IOException {
    JsonNode rules = rules().get("rules");

    assertThat(rules.get("tmp").get("there").get("files").asInt()).isEqualTo(2);
    assertThat(rules.get("tmp").get("change").get("files").asInt()).isZero();
    assertThat(rules.get("logs").get("change").get("examples"))
        .extracting(JsonNode::asText)
        .containsExactly("/logs/a");
    assertThat(select("--rule", "logs")).isEqualTo("/logs/a\n");
    assertThat(select("--rule", "tmp")).isEmpty();
  }

  @Test
  void whatSomebodyPinnedOrGaveAPolicyIsLeft() throws IOException {
    JsonNode logs = rules().get("rules").get("logs");

    assertThat(logs.get("left").get("files").asInt()).isEqualTo(2);
    assertThat(logs.get("left").get("bytes").asInt()).isEqualTo(570);
    assertThat(logs.get("there").get("bytes").asInt()).isEqualTo(3);
  }

  @Test
  void anErasureCodedFileGetsNoPolicyThatDoesNotHoldForIt() throws IOException {
    assertThat(rules().get("rules").get("ssd").get("left").get("files").asInt()).isEqualTo(1);

    conf.set("dfs.tiering.rule.ssd.policy", "ALL_SSD");

    assertThat(select("--rule", "ssd")).isEqualTo("/logs/striped\n");
  }

  @Test
  void filesWithoutARuleAreCounted() throws IOException {
    JsonNode without = rules().get("withoutRule");

    assertThat(without.get("files").asInt()).isEqualTo(1);
    assertThat(without.get("bytes").asInt()).isEqualTo(6);
  }

  @Test
  void aDryRunIsForPeople() throws IOException {
    assertThat(select("--rules"))
        .startsWith(image.getName() + "\n")
        .contains("logs, to COLD: 1 files, 1000 B\n")
        .containsPattern("policy HOT +1 files")
        .containsPattern("owner +ann +1 files")
        .contains("  /logs/a\n")
        .contains("  there already: 1 files, 3 B\n")
        .contains(
            "  left, as pinned, given a policy by a user or just now, or erasure-coded: 2 files,"
                + " 570 B\n")
        .endsWith("no rule: 1 files, 6 B\n");
  }

  @Test
  void aRuleThatIsNotThereIsRefused() {
    assertThatThrownBy(() -> select("--rule", "log"))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessage("select: --rule: 'log' is not in dfs.tiering.rules");
  }

  @Test
  void anExpressionAndRulesExcludeEachOther() {
    for (String[] words :
        new String[][] {
          {"--rules", "size > 1"}, {"--rule", "logs", "size > 1"}, {"--rule", "logs", "--rules"}
        }) {
      assertThatThrownBy(() -> select(words))
          .isInstanceOf(ConfigurationFaultsException.class)
          .hasMessageContaining("--rule or --rules");
    }
  }
}
