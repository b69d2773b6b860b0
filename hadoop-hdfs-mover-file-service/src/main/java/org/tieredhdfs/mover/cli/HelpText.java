package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** The help of the command and of each of its sub-commands, a file for each in folder help. */
final class HelpText {
  private HelpText() {}

  /** The help of a sub-command, or of the whole command if it is none. */
  static String of(String word) throws IOException {
    boolean isCommand = List.of(FileMoverCommand.COMMANDS.split(", ", -1)).contains(word);
    String file = "help/" + (isCommand ? word : "filemover") + ".txt";
    try (InputStream in = HelpText.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
