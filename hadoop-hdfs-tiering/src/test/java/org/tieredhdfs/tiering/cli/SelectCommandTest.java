package org.tieredhdfs.tiering.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.tiering.image.SmallImage;

class SelectCommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Configuration conf = new Configuration(false);

  @TempDir private Path folder;
  private File image = new File("");

  @BeforeEach
  void write() throws IOException {
    image = folder.resolve("fsimage_0000000000000000042").toFile();
    SmallImage small = new SmallImage(image);
    small
        .file("/d/ä", small.plain("ann", "dba"), 1000)
        .file("/d/b", small.plain("bob", "dba"), 24)
        .file("/e/c", small.plain("bob", "dba"), 5)
        .policy("/e", 2)
        .write();
  }

  private void run(String... words) throws IOException {
    new SelectCommand(conf, new PrintStream(out, true, StandardCharsets.UTF_8), stream(err))
        .run(List.of(words));
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void pathsAreForTheCommandThatMoves() throws IOException {
    run("--image", image.getPath(), "path = /d");

    assertThat(text(out)).isEqualTo("/d/ä\n/d/b\n");
    assertThat(text(err)).isEqualTo("fsimage_0000000000000000042: 2 files, 1 KB, of 3 files\n");
  }

  @Test
  void anExpressionMayBeSeveralWords() throws IOException {
    run("--image", image.getPath(), "path", "=", "/d", "and", "size", ">", "24");

    assertThat(text(out)).isEqualTo("/d/ä\n");
  }

  @Test
  void eachFileIsALineOfJson() throws IOException {
    run("--image", image.getPath(), "--json", "owner = bob");

    List<String> lines = text(out).lines().toList();
    assertThat(lines).hasSize(2);
    JsonNode last = new ObjectMapper().readTree(lines.get(1));
    assertThat(last.get("path").asText()).isEqualTo("/e/c");
    assertThat(last.get("policy").asText()).isEqualTo("COLD");
    assertThat(last.get("bytes").asLong()).isEqualTo(5);
  }

  @Test
  void aSummaryTellsPoliciesAndOwners() throws IOException {
    run("--image", image.getPath(), "--summary", "path = /");

    assertThat(text(out))
        .startsWith("fsimage_0000000000000000042: 3 files, 1.00 KB, of 3 files\n")
        .containsPattern("policy HOT +2 files, 1 KB")
        .containsPattern("policy COLD +1 files, 5 B")
        .containsPattern("owner +bob +2 files, 29 B")
        .contains("  /e/c\n");
    assertThat(text(err)).isEmpty();
  }

  @Test
  void aSummaryOfNothingIsNotEmpty() throws IOException {
    run("--image", image.getPath(), "--summary", "--json", "owner = nobody");

    JsonNode json = new ObjectMapper().readTree(text(out));
    assertThat(json.get("files").asLong()).isZero();
    assertThat(json.get("filesInImage").asLong()).isEqualTo(3);
  }

  @Test
  void aPathWithALineBreakIsNotTakenForTwo() throws IOException {
    SmallImage small = new SmallImage(image);
    small.file("/d/x\ny", small.plain("ann", "dba")).file("/z", small.plain("a", "b")).write();

    assertThatThrownBy(() -> run("--image", image.getPath(), "path = /"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 paths hold what ends a path here");
    assertThat(text(out)).isEqualTo("/z\n");

    out.reset();
    run("--image", image.getPath(), "--null", "path = /");
    assertThat(text(out)).isEqualTo("/d/x\ny\0/z\0");

    out.reset();
    run("--image", image.getPath(), "--summary", "path = /");
    assertThat(text(out)).contains("  /d/x\\ny\n");
  }

  @Test
  void aPathWithANulIsNotTakenForTwo() throws IOException {
    SmallImage small = new SmallImage(image);
    small.file("/d\0/prod", small.plain("ann", "dba")).file("/z", small.plain("a", "b")).write();

    assertThatThrownBy(() -> run("--image", image.getPath(), "-0", "path = /"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("1 paths hold what ends a path here");
    assertThat(text(out)).isEqualTo("/z\0");
  }

  @Test
  void itEndsSoonWhenItIsCancelled() {
    SelectCommand command = new SelectCommand(conf, stream(out), stream(err));
    command.cancel();

    assertThatThrownBy(() -> command.run(List.of("--image", image.getPath(), "path = /")))
        .isInstanceOf(InterruptedIOException.class);
  }

  @Test
  void whatCannotBePrintedIsAFailure() {
    PrintStream closed = stream(new ByteArrayOutputStream());
    closed.close();

    assertThatThrownBy(
            () ->
                new SelectCommand(conf, closed, stream(err))
                    .run(List.of("--image", image.getPath(), "path = /")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not all could be printed");
  }

  @Test
  void allFaultsOfACommandLineAreTold() {
    assertThatThrownBy(
            () -> run("--image", "/nowhere", "--work-dir", "/nowhere", "--null", "--json"))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining("EXPRESSION")
        .hasMessageContaining("--image")
        .hasMessageContaining("--work-dir")
        .hasMessageContaining("--null");
    assertThatThrownBy(() -> run("--imag", image.getPath(), "size > 1"))
        .isInstanceOf(ConfigurationFaultsException.class)
        .hasMessageContaining("--imag");
  }

  @Test
  void anImageThatIsCutIsRefusedByItsName() throws IOException {
    byte[] bytes = Files.readAllBytes(image.toPath());
    Path cut = folder.resolve("fsimage_0000000000000000043");
    for (int length = 0; length < bytes.length; length += 5) {
      Files.write(cut, Arrays.copyOf(bytes, length));

      assertThatThrownBy(() -> run("--image", cut.toString(), "path = /"))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(cut + " cannot be read as an image: ");
    }
  }

  @Test
  void aDamagedImageEndsInAnErrorOrAnAnswer() throws IOException {
    byte[] bytes = Files.readAllBytes(image.toPath());
    Path damaged = folder.resolve("fsimage_0000000000000000043");
    for (int bit = 0; bit < bytes.length * 8; bit += 7) {
      byte[] other = bytes.clone();
      other[bit / 8] ^= (byte) (1 << bit % 8);
      Files.write(damaged, other);
      try {
        run("--image", damaged.toString(), "path = /d and owner = ann");
      } catch (IOException e) {
        assertThat(e).as("bit %d", bit).hasMessageContaining("cannot be read as an image");
      }
    }
  }
}
