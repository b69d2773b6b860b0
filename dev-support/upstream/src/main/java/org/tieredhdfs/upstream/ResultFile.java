package org.tieredhdfs.upstream;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The file of every outcome of every run, tab-separated, to which each run is added as it ends.
 *
 * <p>A later run of this program can take stock's results from it.
 */
final class ResultFile {
  static final String NAME = "results.tsv";
  private static final int RUN_FIELDS = 5;

  private final Path file;

  private ResultFile(Path file) {
    this.file = file;
  }

  static ResultFile create(Path directory) throws IOException {
    ResultFile created = new ResultFile(directory.resolve(NAME));
    Files.writeString(
        created.file,
        "side\tmodule\tclass\tattempt\tclassMs\tid\ttest\tstatus\tms\tmessage\n",
        StandardCharsets.UTF_8);
    return created;
  }

  synchronized void add(ClassRun run) throws IOException {
    String prefix =
        String.join(
            "\t",
            run.side().name(),
            run.test().module(),
            run.test().name(),
            Integer.toString(run.attempt()),
            Long.toString(run.durationMs()));
    StringBuilder lines = new StringBuilder();
    for (TestOutcome outcome : run.outcomes()) {
      lines.append(prefix).append('\t').append(outcome.toLine()).append('\n');
    }
    Files.writeString(file, lines, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
  }

  /** The runs on a side that the file in a directory tells of, in its order. */
  static List<ClassRun> read(Path directory, TestSide side) throws IOException {
    Map<List<String>, List<TestOutcome>> outcomesOfRun = new LinkedHashMap<>();
    List<String> lines = Files.readAllLines(directory.resolve(NAME), StandardCharsets.UTF_8);
    for (String line : lines.subList(1, lines.size())) {
      List<String> fields = List.of(line.split("\t", -1));
      if (fields.get(0).equals(side.name())) {
        outcomesOfRun
            .computeIfAbsent(fields.subList(0, RUN_FIELDS), run -> new ArrayList<>())
            .add(TestOutcome.ofFields(fields.subList(RUN_FIELDS, fields.size())));
      }
    }
    return outcomesOfRun.entrySet().stream()
        .map(entry -> runOf(side, entry.getKey(), entry.getValue()))
        .toList();
  }

  private static ClassRun runOf(TestSide side, List<String> fields, List<TestOutcome> outcomes) {
    return new ClassRun(
        side,
        new TestClass(fields.get(1), fields.get(2)),
        Integer.parseInt(fields.get(3)),
        Long.parseLong(fields.get(4)),
        outcomes);
  }
}
