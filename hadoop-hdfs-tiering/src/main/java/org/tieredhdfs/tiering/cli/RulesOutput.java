package org.tieredhdfs.tiering.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.tieredhdfs.tiering.image.FileInode;
import org.tieredhdfs.tiering.rule.PolicyNames;
import org.tieredhdfs.tiering.rule.Provenance;
import org.tieredhdfs.tiering.rule.TieringRule;
import org.tieredhdfs.tiering.rule.TieringRules;

/** Tells what each tiering rule would change. Used by one thread. */
final class RulesOutput implements Selection {
  private final TieringRules rules;
  private final PolicyNames policies;
  private final Supplier<Provenance> provenance;
  private final boolean isJson;
  private final PrintStream out;
  private final Map<TieringRule, Effects> effects = new LinkedHashMap<>();
  private final FileSum withoutRule = new FileSum();

  private static final class Effects {
    private final SelectionTotals change = new SelectionTotals();
    private final FileSum there = new FileSum();
    private final FileSum left = new FileSum();
  }

  RulesOutput(
      TieringRules rules,
      PolicyNames policies,
      Supplier<Provenance> provenance,
      boolean isJson,
      PrintStream out) {
    this.rules = rules;
    this.policies = policies;
    this.provenance = provenance;
    this.isJson = isJson;
    this.out = out;
    rules.all().forEach(rule -> effects.put(rule, new Effects()));
  }

  @Override
  public void visit(FileInode file) {
    TieringRule rule = rules.first(file);
    Effects sums = effects.get(rule);
    if (rule == null || sums == null) {
      withoutRule.add(file.lengthBytes());
      return;
    }
    switch (rule.apply(file, provenance.get())) {
      case CHANGE -> sums.change.add(file, policies.name(file.policy()));
      case THERE -> sums.there.add(file.lengthBytes());
      case LEFT -> sums.left.add(file.lengthBytes());
    }
  }

  @Override
  public void end(String image, long transactionsSince) throws IOException {
    if (isJson) {
      Map<String, Object> json = SelectionOutput.head(image, transactionsSince);
      Map<String, Object> byRule = new LinkedHashMap<>();
      effects.forEach((rule, sums) -> byRule.put(rule.name(), json(rule, sums)));
      json.put("rules", byRule);
      json.put("withoutRule", withoutRule.json());
      SelectionOutput.print(out, json);
    } else {
      out.println(SelectionOutput.headline(image, transactionsSince));
      effects.forEach(this::print);
      out.println("no rule: " + withoutRule);
    }
    SelectionOutput.requirePrinted(out);
  }

  private static Map<String, Object> json(TieringRule rule, Effects sums) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("policy", rule.policyName());
    json.put("change", sums.change.json());
    json.put("there", sums.there.json());
    json.put("left", sums.left.json());
    return json;
  }

  private void print(TieringRule rule, Effects sums) {
    out.println(rule.name() + ", to " + rule.policyName() + ": " + sums.change.text());
    sums.change.print(out);
    out.println("  there already: " + sums.there);
    out.println(
        "  left, as pinned, given a policy by a user or just now, or erasure-coded: " + sums.left);
  }
}
