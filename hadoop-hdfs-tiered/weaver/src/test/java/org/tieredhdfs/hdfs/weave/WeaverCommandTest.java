package org.tieredhdfs.hdfs.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tieredhdfs.hdfs.start.PatchPoint;
import picocli.CommandLine;

class WeaverCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void weavesTheHadoopThatIsThereAndTheOverlayFitsIt() throws IOException {
    Path overlay = folder.resolve("overlay.jar");

    assertThat(run("weave", "--out", overlay.toString(), "--helpers", helpers())).isZero();
    assertThat(out.toString()).contains("classes of Hadoop " + HadoopHere.version());
    assertThat(OverlayJar.marks(overlay)).hasSameSizeAs(PatchPoint.classNames());
    try (JarFile jar = new JarFile(overlay.toFile())) {
      assertThat(jar.getEntry("META-INF/LICENSE")).isNotNull();
    }
    assertThat(run("fit", "--overlay", overlay.toString(), "--helpers", helpers())).isZero();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void anOverlayOfOtherClassesDoesNotFit() throws IOException {
    Path overlay = folder.resolve("overlay.jar");
    OverlayJar.write(overlay, new TreeMap<>());

    assertThat(run("fit", "--overlay", overlay.toString(), "--helpers", helpers())).isEqualTo(1);
    assertThat(err.toString())
        .contains("is refused: overlay.jar has no woven org.apache.hadoop.fs.StorageType");
  }

  @Test
  void writesNothingWhereItCannot() throws IOException {
    Path overlay = folder.resolve("no/overlay.jar");

    assertThat(run("weave", "--out", overlay.toString(), "--helpers", helpers())).isEqualTo(1);
    assertThat(err.toString()).contains("there is no directory for");
    assertThat(Files.exists(overlay)).isFalse();
  }

  @Test
  void wrongUseIsTold() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("weave")).isEqualTo(2);
    assertThat(err.toString()).contains("a command is missing", "--out");
  }

  private static String helpers() {
    return OverlayJar.place(PatchPoint.class).toString();
  }

  private int run(String... arguments) {
    CommandLine line = WeaverCommand.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }
}
