package org.tieredhdfs.waits;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LiveFilesTest {
  private static final int FILES = 20;
  private static final int LOOKS = 500;

  @TempDir Path folder;

  @Test
  void filesThatComeAndGoMeanwhileDoNotHideThoseThatStay() throws Exception {
    for (int i = 0; i < FILES; i++) {
      Files.createFile(Files.createDirectories(folder.resolve("stays" + i)).resolve("file"));
    }
    AtomicBoolean isOver = new AtomicBoolean();
    Thread mover = new Thread(() -> comeAndGo(isOver));
    mover.start();
    try {
      for (int look = 0; look < LOOKS; look++) {
        assertThat(LiveFiles.under(folder))
            .filteredOn(file -> file.endsWith("file"))
            .hasSize(FILES);
      }
    } finally {
      isOver.set(true);
      mover.join();
    }
  }

  private void comeAndGo(AtomicBoolean isOver) {
    try {
      while (!isOver.get()) {
        for (int i = 0; i < FILES; i++) {
          Path guest = Files.createDirectory(folder.resolve("guest" + i));
          Path moved = Files.createFile(folder.resolve("stays" + i).resolve("moved"));
          Files.move(moved, guest.resolve("moved"));
          Files.delete(guest.resolve("moved"));
          Files.delete(guest);
        }
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aFolderThatIsNotThereHasNone() throws Exception {
    assertThat(LiveFiles.under(folder.resolve("none"))).isEmpty();
  }
}
