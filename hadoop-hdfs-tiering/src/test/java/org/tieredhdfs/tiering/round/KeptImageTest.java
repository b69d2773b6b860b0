package org.tieredhdfs.tiering.round;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.image.NameNodes;

/** Images on local disk, of a cluster. */
class KeptImageTest extends RoundsOnCluster {
  private KeptImage image() {
    return new KeptImage(temporary.toPath(), "c-1");
  }

  @Test
  void twoServicesOnOneHostKeepTheirImages() throws IOException {
    checkpoint();
    // the process that started this one lives
    long other = ProcessHandle.current().parent().orElseThrow().pid();
    Path others =
        Files.createDirectory(temporary.toPath().resolve("tiering-rules-c_1-" + other + "-7"));
    Path gone =
        Files.createDirectory(temporary.toPath().resolve("tiering-rules-c_1-999999999999-7"));
    KeptImage one = image();
    KeptImage two = image();
    one.fetch(new NameNodes(fs)::newestImage);
    two.fetch(new NameNodes(fs)::newestImage);

    assertThat(one.file()).exists();
    assertThat(two.file()).exists();
    assertThat(others).exists();
    assertThat(gone).doesNotExist();
    one.close();
    two.close();
    Files.delete(others);
    assertThat(temporary.list()).isEmpty();
  }

  @Test
  void anImageStaysIfNoNewerOneCanBeHad() throws IOException {
    checkpoint();
    KeptImage image = image();
    image.fetch(new NameNodes(fs)::newestImage);
    File before = image.file();
    KeptImage.Source silent =
        folder -> {
          throw new IOException("no NameNode gave an image");
        };

    assertThatThrownBy(() -> image.fetch(silent)).hasMessage("no NameNode gave an image");
    assertThat(image.file()).isEqualTo(before).exists();
    image.close();
    assertThat(temporary.list()).isEmpty();
  }
}
