package org.tieredhdfs.rehearsal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tieredhdfs.localcluster.spec.ClusterException;

/**
 * The runbook for going back to Apache Hadoop, as a script: its command blocks unchanged, except
 * the first, which describes the cluster.
 *
 * @param steps the blocks after the first, in the order of the page
 */
record RollbackRunbook(List<Step> steps) {
  /** The line that the script prints when a step begins is this and the heading. */
  static final String STEP_MARK = "== ";

  /** A heading, or the lines of a block of commands, which lack an end if the page does. */
  private static final Pattern PART =
      Pattern.compile("(?ms)^## ([^\\n]*)$|^```bash\\n(.*?)(^```$|\\z)");

  private static final String SETTINGS = "1. ";

  record Step(String heading, String commands) {}

  static RollbackRunbook read(Path page) throws IOException, ClusterException {
    List<Step> steps = new ArrayList<>();
    String heading = "";
    boolean hasEnds = true;
    Matcher part = PART.matcher(Files.readString(page));
    while (part.find()) {
      if (part.group(1) != null) {
        heading = part.group(1);
      } else {
        steps.add(new Step(heading, part.group(2)));
        hasEnds &= !part.group(3).isEmpty();
      }
    }
    if (!hasEnds || steps.size() < 2 || !steps.get(0).heading().startsWith(SETTINGS)) {
      throw new ClusterException(
          page + " does not begin with a block that says what the cluster is, or one has no end");
    }
    return new RollbackRunbook(List.copyOf(steps.subList(1, steps.size())));
  }

  /** The headings whose commands are run as they stand on the page. */
  List<String> headings() {
    return steps.stream().map(Step::heading).toList();
  }

  /** All of it as a script of bash. */
  String script(String settings) {
    StringBuilder script = new StringBuilder(settings);
    for (Step step : steps) {
      String mark = STEP_MARK + step.heading().replace("'", "");
      script.append("echo '").append(mark).append("'\n").append(step.commands());
    }
    return script.toString();
  }
}
