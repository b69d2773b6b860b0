package org.tieredhdfs.upstream;

import java.io.IOException;
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
  private static final String NAME = "results.tsv";
  private static final int RUN_FIELDS = 5;

  private final Path file;

  /** A new file in a directory. */
  ResultFile(Path directory) throws IOException {
    file = directory.resolve(NAME);
    Files.writeString(
        file, "side\tmodule\tclass\tattempt\tclassMs\tid\ttest\tstatus\tms\tmessage\n");
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
    List<String> lines = run.outcomes().stream().map(one -> prefix + "\t" + one.toLine()).toList();
    Files.write(file, lines, StandardOpenOption.APPEND);
  }

  /** The runs on a side that the file in a directory tells of, in its order. */
  static List<ClassRun> read(Path directory, TestSide side) throws IOException {
    Map<List<String>, List<TestOutcome>> outcomesOfRun = new LinkedHashMap<>();
    for (String line : Files.readAllLines(directory.resolve(NAME))) {
      List<String> fields = List.of(line.split("\t", -1));
      if (fields.get(0).equals(side.name())) {
        outcomesOfRun
            .computeIfAbsent(fields.subList(0, RUN_FIELDS), run -> new ArrayList<>())
            .add(TestOutcome.ofFields(fields.subList(RUN_FIELDS, fields.size())));
      }
    }
    List<ClassRun> runs = new ArrayList<>();
    outcomesOfRun.forEach(
        (fields, outcomes) ->
            runs.add(
                new ClassRun(
                    side,
                    new TestClass(fields.get(1), fields.get(2)),
                    Integer.parseInt(fields.get(3)),
                    Long.parseLong(fields.get(4)),
                    outcomes)));
    return runs;
  }
}
