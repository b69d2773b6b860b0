package org.tieredhdfs.tiering.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.tiering.image.SmallImage;
import org.w3c.dom.Element;

class HeatPageOfCommandTest {
  private static final String EVIL = "<script>alert('\"&')</script>";
  private static final Pattern PICTURE = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL);

  private final Configuration conf = new Configuration(false);

  @TempDir private Path folder;
  private SmallImage image;
  private File file = new File("");

  @BeforeEach
  void begin() throws IOException {
    file = folder.resolve("fsimage_0000000000000000042").toFile();
    image = new SmallImage(file);
  }

  private void add(String path, String owner, int daysAgo, int policy, long bytes) {
    long timeMs = System.currentTimeMillis() - TimeUnit.DAYS.toMillis(daysAgo);
    image.file(
        path, image.plain(owner, "all").setAccessTime(timeMs).setStoragePolicyID(policy), bytes);
  }

  private String page(String... words) throws IOException {
    image.write();
    Path page = folder.resolve("page.html");
    List<String> all = new ArrayList<>(List.of("--image", file.getPath()));
    all.addAll(List.of("--html", page.toString()));
    all.addAll(List.of(words));
    assertThat(HeatRun.text(conf, all.toArray(new String[0]))).isNotEmpty();
    return Files.readString(page);
  }

  private static List<String> pictures(String page) {
    List<String> pictures = new ArrayList<>();
    for (Matcher matcher = PICTURE.matcher(page); matcher.find(); ) {
      pictures.add(matcher.group());
    }
    return pictures;
  }

  private static Element parsed(String picture) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(picture.getBytes(StandardCharsets.UTF_8)))
        .getDocumentElement();
  }

  @Test
  void namesAreNeverTakenForHtml() throws Exception {
    add("/a", EVIL, 0, 0, 10);
    add("/b", "a\u0000\u001bb", 0, 0, 10);

    String page = page("--what-if", "SSD=+1g");

    assertThat(page)
        .doesNotContain("<script")
        .contains("&lt;script&gt;alert(&apos;&quot;&amp;&apos;)&lt;/script&gt;");
    for (String picture : pictures(page)) {
      assertThat(parsed(picture).getTagName()).isEqualTo("svg");
    }
  }

  @Test
  void itNeedsNothingElse() throws IOException {
    add("/a", "ann", 0, 0, 10);

    assertThat(page()).doesNotContain("http", "src=", "url(", "@import", "<link");
  }

  @Test
  void barsAreStackedByAgeUpToTheirShareOfTheLongest() throws Exception {
    add("/a", "ann", 0, 0, 30);
    add("/b", "ann", 400, 0, 10);
    add("/c", "bob", 40, 12, 20);

    List<String> pictures = pictures(page());

    // two types, two owners, and the curve
    assertThat(pictures).hasSize(5);
    Element disk = parsed(pictures.get(1));
    assertThat(disk.getAttribute("aria-label")).isEqualTo("DISK");
    Element youngest = (Element) disk.getElementsByTagName("rect").item(0);
    Element older = (Element) disk.getElementsByTagName("rect").item(6);
    assertThat(youngest.getAttribute("width")).isEqualTo("75.00%");
    assertThat(older.getAttribute("x")).isEqualTo("75.00%");
    assertThat(older.getAttribute("width")).isEqualTo("25.00%");
    assertThat(older.getTextContent()).isEqualTo("2y: 30 B");
    assertThat(parsed(pictures.get(0)).getElementsByTagName("rect").item(3).getAttributes())
        .satisfies(all -> assertThat(all.getNamedItem("width").getNodeValue()).isEqualTo("50.00%"));
    assertThat(parsed(pictures.get(2)).getAttribute("aria-label")).isEqualTo("ann");
  }

  @Test
  void theCurveRisesToAllThatThereIs() throws Exception {
    add("/a", "ann", 0, 0, 30);
    add("/b", "ann", 400, 0, 10);

    List<String> pictures = pictures(page());
    Element curve = parsed(pictures.get(pictures.size() - 1));

    // one replica, all replicas, and those on DISK
    assertThat(curve.getElementsByTagName("polyline").getLength()).isEqualTo(3);
    Element all = (Element) curve.getElementsByTagName("polyline").item(1);
    assertThat(all.getAttribute("points"))
        .isEqualTo("0,1000 125,250 250,250 375,250 500,250 625,250 750,250 875,0 1000,0");
  }

  @Test
  void anEmptyNamespaceHasAPage() throws Exception {
    for (String picture : pictures(page("--rules"))) {
      assertThat(parsed(picture).getTagName()).isEqualTo("svg");
    }
  }

  @Test
  void aPageOfBeforeIsReplaced() throws IOException {
    Files.writeString(folder.resolve("page.html"), "x".repeat(1 << 20));
    add("/a", "ann", 0, 0, 10);

    assertThat(page()).endsWith("</html>\n").doesNotContain("xxx");
  }
}
