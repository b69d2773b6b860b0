package org.tieredhdfs.verify.power;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The file of results, a line of JSON for each cut, so that an interrupted run can go on. */
final class PowerResults {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final List<PowerResult> all = new ArrayList<>();

  private PowerResults(Path file) {
    this.file = file;
  }

  /**
   * Those in {@code file}, if it is there; a last line that was cut short is left out.
   *
   * @param subject what they are to be about
   * @throws IOException also if they are about another
   */
  static PowerResults open(Path file, String subject) throws IOException {
    PowerResults results = new PowerResults(file);
    if (Files.exists(file)) {
      StringBuilder whole = new StringBuilder();
      for (String line : Files.readAllLines(file)) {
        if (line.endsWith("}")) {
          PowerResult result = JSON.readValue(line, PowerResult.class);
          if (!result.dataset().equals(subject)) {
            throw new IOException(
                file
                    + " has results of '"
                    + result.dataset()
                    + "', not of '"
                    + subject
                    + "': choose another --out");
          }
          results.all.add(result);
          whole.append(line).append('\n');
        }
      }
      Files.writeString(file, whole);
    } else {
      Files.createDirectories(file.toAbsolutePath().getParent());
    }
    return results;
  }

  void add(PowerResult result) throws IOException {
    all.add(result);
    Files.write(
        file,
        (JSON.writeValueAsString(result) + "\n").getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  List<PowerResult> all() {
    return List.copyOf(all);
  }
}
