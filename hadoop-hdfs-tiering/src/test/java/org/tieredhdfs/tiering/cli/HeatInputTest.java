package org.tieredhdfs.tiering.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.tiering.image.SmallImage;

/** What is refused, before anything is read or written. */
class HeatInputTest {
  private final Configuration conf = new Configuration(false);

  @TempDir private Path folder;
  private String image = "";

  @BeforeEach
  void write() throws IOException {
    File file = folder.resolve("fsimage_0000000000000000042").toFile();
    image = file.getPath();
    SmallImage small = new SmallImage(file);
    small.file("/a", small.plain("ann", "all"), 1).write();
  }

  private AbstractThrowableAssert<?, ?> assertRefused(String... words) {
    return assertThatThrownBy(() -> HeatRun.text(conf, words))
        .isInstanceOf(ConfigurationFaultsException.class);
  }

  @Test
  void anImageThatIsNotThereIsRefused() {
    assertRefused("--image", "/no/where")
        .hasMessage("report: --image: there is no file '/no/where'");
  }

  @Test
  void allFaultsAreToldAtOnce() {
    Path page = folder.resolve("page.html");

    assertRefused(
            "--image",
            "/no/where",
            "--work-dir",
            "/no/where",
            "--html",
            folder.toString(),
            "--what-if",
            "SSD=2TB",
            "--what-if",
            "SDD=+2TB",
            "/a")
        .hasMessageContaining("--image")
        .hasMessageContaining("--work-dir")
        .hasMessageContaining("report: --html: '" + folder + "' is no file that can be written")
        .hasMessageContaining(
            "report: --what-if: 'SSD=2TB' is not allowed; it has to be TYPE=+SIZE or")
        .hasMessageContaining(
            "report: --what-if: 'SDD=+2TB' is not allowed; it has to be TYPE=+SIZE with")
        .hasMessageContaining("--heat is about all files; no PATH is allowed: '/a'");
    assertThat(page).doesNotExist();
  }

  @Test
  void roomOnEachNodeNeedsTheNumberOfNodes() {
    assertRefused("--image", image, "--what-if", "SSD=+2TB/node")
        .hasMessage(
            "report: --what-if: 'SSD=+2TB/node' is not allowed; it has to be without /node: with"
                + " --image, nobody tells how many DataNodes there are");
  }

  @Test
  void anOptionThatIsNoneIsRefused() {
    assertRefused("--image", image, "--recursive").hasMessageContaining("--recursive");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "cheap", "NaN", "1e300", "", "1,5"})
  void aPriceThatIsNoneIsRefused(String price) {
    conf.set("dfs.tiering.price.SSD", price);

    assertRefused("--image", image)
        .hasMessage(
            "dfs.tiering.price.SSD: '"
                + price
                + "' is not allowed; it has to be a number from 0.0 to 1000000.0");
  }

  @Test
  void allWrongPricesAreToldAtOnce() {
    conf.set("dfs.tiering.price.SDD", "1");
    conf.set("dfs.tiering.price.ssd", "1");
    conf.set("dfs.tiering.price.DISK", "-1");

    assertRefused("--image", image)
        .hasMessageContaining("dfs.tiering.price.SDD: 'SDD' is no storage type; it has to be of [")
        .hasMessageContaining("dfs.tiering.price.ssd: 'ssd' is no storage type")
        .hasMessageContaining("dfs.tiering.price.DISK: '-1' is not allowed");
  }

  @Test
  void aWrongRuleIsRefusedBeforeThePageIsWritten() {
    Path page = folder.resolve("page.html");
    conf.set("dfs.tiering.rules", "bad");
    conf.set("dfs.tiering.rule.bad.files", "size >");
    conf.set("dfs.tiering.rule.bad.policy", "COLD");

    assertRefused("--image", image, "--rules", "--html", page.toString())
        .hasMessageContaining("dfs.tiering.rule.bad.files");
    assertThat(Files.exists(page)).isFalse();
  }
}
