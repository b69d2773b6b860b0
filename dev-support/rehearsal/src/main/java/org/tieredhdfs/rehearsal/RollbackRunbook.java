package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tieredhdfs.localcluster.spec.ClusterException;

/**
 * The runbook for going back to Apache Hadoop, as a script: its command blocks unchanged, except
 * the first, which describes the cluster.
 *
 * @param steps the blocks with the headings that they stand under, in the order of the page
 */
record RollbackRunbook(List<Step> steps) {
  /** The line that the script prints when a step begins is this and the heading. */
  static final String STEP_MARK = "== ";

  private static final String BLOCK = "```bash";
  private static final String BLOCK_END = "```";
  private static final String HEADING = "## ";
  private static final String SETTINGS = "1. ";

  RollbackRunbook {
    steps = List.copyOf(steps);
  }

  /**
   * A block of commands.
   *
   * @param heading that it stands under
   * @param commands its lines
   */
  record Step(String heading, String commands) {}

  /**
   * Reads the page.
   *
   * @throws ClusterException if it does not begin with what is to be replaced
   */
  static RollbackRunbook read(Path page) throws IOException, ClusterException {
    List<Step> steps = new ArrayList<>();
    String heading = "";
    StringBuilder block = null;
    for (String line : Files.readAllLines(page)) {
      if (block != null && line.equals(BLOCK_END)) {
        steps.add(new Step(heading, block.toString()));
        block = null;
      } else if (block != null) {
        block.append(line).append('\n');
      } else if (line.equals(BLOCK)) {
        block = new StringBuilder();
      } else if (line.startsWith(HEADING)) {
        heading = line.substring(HEADING.length());
      }
    }
    if (block != null || steps.size() < 2 || !steps.get(0).heading().startsWith(SETTINGS)) {
      throw new ClusterException(
          page + " does not begin with a block that says what the cluster is, or one has no end");
    }
    return new RollbackRunbook(steps);
  }

  /** The headings whose commands are run as they stand on the page. */
  List<String> headings() {
    return steps.stream().skip(1).map(Step::heading).toList();
  }

  /**
   * All of it as a script of bash.
   *
   * @param settings what the first block says of this cluster
   */
  String script(String settings) {
    StringBuilder script = new StringBuilder(settings);
    for (Step step : steps.subList(1, steps.size())) {
      script
          .append("echo '")
          .append(STEP_MARK)
          .append(step.heading().replace("'", ""))
          .append("'\n");
      script.append(step.commands());
    }
    return script.toString();
  }
}
