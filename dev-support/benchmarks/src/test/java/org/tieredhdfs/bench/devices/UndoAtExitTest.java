package org.tieredhdfs.bench.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UndoAtExitTest {
  private static final int EXIT_CODE = 3;

  @TempDir private Path folder;

  /** Ends without having closed it, or after that. */
  static final class EndingProcess {
    private EndingProcess() {}

    public static void main(String[] args) throws IOException {
      Path file = Path.of(args[0]);
      UndoAtExit undo =
          UndoAtExit.of("a file", () -> Files.writeString(file, "undone\n", options()));
      if (args.length > 1) {
        undo.close();
      }
      System.exit(EXIT_CODE);
    }

    private static StandardOpenOption[] options() {
      return new StandardOpenOption[] {StandardOpenOption.CREATE, StandardOpenOption.APPEND};
    }
  }

  @Test
  void undoesItOnceWhenItIsClosed() throws IOException {
    AtomicInteger times = new AtomicInteger();
    UndoAtExit undo = UndoAtExit.of("a number", times::incrementAndGet);
    assertThat(times).hasValue(0);
    undo.close();
    undo.close();
    assertThat(times).hasValue(1);
  }

  @Test
  void saysWhyItCouldNotBeUndone() {
    UndoAtExit undo =
        UndoAtExit.of(
            "a setting",
            () -> {
              throw new IOException("no such device");
            });
    assertThatThrownBy(undo::close).hasMessage("no such device");
  }

  @Test
  void undoesItOnceWhenTheProcessEnds() throws Exception {
    assertThat(whatAProcessUndoes("open")).containsExactly("undone");
    assertThat(whatAProcessUndoes("closed", "close")).containsExactly("undone");
  }

  private List<String> whatAProcessUndoes(String name, String... arguments) throws Exception {
    Path file = folder.resolve(name);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(EndingProcess.class.getName());
    command.add(file.toString());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).start();
    assertThat(process.waitFor()).isEqualTo(EXIT_CODE);
    return Files.readAllLines(file);
  }
}
