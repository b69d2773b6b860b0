package org.tieredhdfs.tiering.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.Collections;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.tieredhdfs.tiering.rule.Expression;
import org.tieredhdfs.tiering.rule.FileFacts;
import org.tieredhdfs.tiering.rule.PolicyNames;
import org.tieredhdfs.tiering.rule.TieringRule;
import org.tieredhdfs.tiering.rule.TieringRules;

/**
 * {@code filemover select}: prints the paths of the files that an expression or a tiering rule
 * means. Used by one thread, but for {@link #cancel}.
 */
public final class SelectCommand extends ImageCommand {
  public SelectCommand(Configuration conf, PrintStream out, PrintStream err) {
    super(conf, out, err);
  }

  @Override
  public void run(List<String> words) throws IOException {
    ImageOptions options =
        new ImageOptions(
            "select", List.of("summary", "json", "rules", "null"), List.of("rule"), words);
    List<Boolean> asked =
        List.of(!options.rest().isEmpty(), options.has("rule"), options.has("rules"));
    if (Collections.frequency(asked, true) != 1) {
      options.refuse(
          "one of these is allowed, and needed: an EXPRESSION, as"
              + " \"path = /logs and last-read > 90d\", --rule or --rules");
    }
    if (options.has("null")
        && (options.has("summary") || options.has("json") || options.has("rules"))) {
      options.refuse("--null is for paths, not for --summary, --json or --rules");
    }
    options.requireValid();
    look(options, (facts, cluster) -> selection(options, facts));
  }

  private Selection selection(ImageOptions options, FileFacts facts) {
    PolicyNames policies = facts.policies();
    if (!options.rest().isEmpty()) {
      Expression expression = Expression.parse(options.rest(), facts);
      return new SelectionOutput(options, expression::fits, policies, out, err);
    }
    TieringRules all = rules(facts);
    String name = options.value("rule");
    if (name == null) {
      return new RulesOutput(all, policies, () -> provenance, options.has("json"), out);
    }
    TieringRule wanted = all.named(name);
    return new SelectionOutput(
        options,
        file -> {
          TieringRule first = all.first(file);
          return first != null
              && first.apply(file, provenance) == TieringRule.Effect.CHANGE
              && first.equals(wanted);
        },
        policies,
        out,
        err);
  }
}
