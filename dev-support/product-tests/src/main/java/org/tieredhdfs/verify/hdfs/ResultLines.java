package org.tieredhdfs.verify.hdfs;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The file of results, a line of JSON for each, so that an interrupted run can go on.
 *
 * @param <T> the record of one result
 */
public final class ResultLines<T> {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final List<T> all = new ArrayList<>();

  private ResultLines(Path file) {
    this.file = file;
  }

  /**
   * Those in {@code file}, if it is there; a last line that was cut short is left out.
   *
   * @param subjectOf what a result is about
   * @param subject what they are to be about
   * @throws IOException also if they are about another
   */
  public static <T> ResultLines<T> open(
      Path file, Class<T> type, Function<T, String> subjectOf, String subject) throws IOException {
    ResultLines<T> results = new ResultLines<>(file);
    if (Files.exists(file)) {
      StringBuilder whole = new StringBuilder();
      for (String line : Files.readAllLines(file)) {
        if (line.endsWith("}")) {
          T result = JSON.readValue(line, type);
          String of = subjectOf.apply(result);
          if (!of.equals(subject)) {
            throw new IOException(
                file
                    + " has results of '"
                    + of
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

  public void add(T result) throws IOException {
    all.add(result);
    Files.write(
        file,
        (JSON.writeValueAsString(result) + "\n").getBytes(StandardCharsets.UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }

  public List<T> all() {
    return List.copyOf(all);
  }
}
