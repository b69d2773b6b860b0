package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The paths given to a command, as arguments and in a file. */
final class PathInput {
  private PathInput() {}

  /** All paths, those of the command line first; empty lines of a file are left out. */
  static List<String> paths(CommandOptions options, InputStream in)
      throws IOException, UsageException {
    List<String> paths = new ArrayList<>(options.paths());
    String filesFrom = options.filesFrom();
    if (filesFrom != null) {
      byte[] content = filesFrom.equals("-") ? in.readAllBytes() : read(filesFrom);
      String text = decode(filesFrom, content);
      for (String path : text.split(options.isNulSeparated() ? "\0" : "\r?\n", -1)) {
        if (!path.isEmpty()) {
          paths.add(path);
        }
      }
    }
    if (paths.isEmpty()) {
      throw new UsageException("--files-from: '" + filesFrom + "' contains no path");
    }
    return paths;
  }

  private static byte[] read(String file) throws IOException, UsageException {
    try {
      return Files.readAllBytes(Path.of(file));
    } catch (NoSuchFileException e) {
      throw new UsageException("--files-from: no such file '" + file + "'");
    }
  }

  private static String decode(String name, byte[] content) throws UsageException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
    } catch (CharacterCodingException e) {
      throw new UsageException("--files-from: '" + name + "' is not in UTF-8");
    }
  }
}
