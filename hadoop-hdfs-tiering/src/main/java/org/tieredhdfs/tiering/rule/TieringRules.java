package org.tieredhdfs.tiering.rule;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.hdfs.conf.ConfigKey;
import org.tieredhdfs.hdfs.conf.ConfigurationFaultsException;
import org.tieredhdfs.tiering.image.FileInode;
import org.tieredhdfs.tiering.image.NamespaceImage;

/** The tiering rules of a configuration, in their order. Used by one thread, for one image. */
public final class TieringRules {
  private final List<TieringRule> rules;

  private TieringRules(List<TieringRule> rules) {
    this.rules = List.copyOf(rules);
  }

  /**
   * Reads the rules.
   *
   * @throws ConfigurationFaultsException with all that is wrong with them
   */
  public static TieringRules of(Configuration conf, FileFacts facts) {
    List<String> faults = new TieringKeys().faults(TieringKeys.PROGRAM, conf);
    Map<String, Byte> policies = facts.policies().ofExistingFiles();
    List<TieringRule> rules = new ArrayList<>();
    for (String name : TieringKeys.RULES.getList(conf)) {
      ConfigKey policyKey = TieringKeys.POLICY.named(name);
      String policyName = policyKey.getText(conf).toUpperCase(Locale.ROOT);
      Byte policy =
          policyName.equals(TieringRule.OF_DIRECTORY_NAME)
              ? Byte.valueOf(TieringRule.OF_DIRECTORY)
              : policies.get(policyName);
      if (policy == null && !policyName.isEmpty()) {
        faults.add(
            policyKey.refusal(
                policyName, "DIRECTORY or one of " + String.join(", ", policies.keySet())));
      }
      ConfigKey filesKey = TieringKeys.FILES.named(name);
      String files = filesKey.getText(conf);
      if (files.isEmpty()) {
        continue;
      }
      try {
        Expression expression = Expression.parse(files, facts);
        if (policy != null) {
          Relief relief = TieringKeys.relief(conf, name, facts);
          if (relief != null && relief.keepsAll(policy)) {
            faults.add(
                policyKey.refusal(policyName, "one with fewer replicas on " + relief.type()));
          }
          FillTarget fill = TieringKeys.fill(conf, name);
          if (fill != null && !facts.policies().uses(fill.type(), policy)) {
            faults.add(policyKey.refusal(policyName, "one with replicas on " + fill.type()));
          }
          rules.add(new TieringRule(name, expression, policy, facts.policies(), relief, fill));
        }
      } catch (ConfigurationFaultsException e) {
        e.faults().forEach(fault -> faults.add(filesKey.name() + ": " + fault));
      }
    }
    if (!faults.isEmpty()) {
      throw new ConfigurationFaultsException(faults);
    }
    return new TieringRules(rules);
  }

  /** Whether a rule needs to know how full storage types are. */
  public boolean haveRelief() {
    return rules.stream().anyMatch(rule -> rule.relief() != null);
  }

  /** Whether a rule fills a storage type. */
  public boolean haveFill() {
    return rules.stream().anyMatch(rule -> rule.fill() != null);
  }

  /**
   * The place of the rule that may choose a file to fill a storage type, from 0; -1 if an earlier
   * rule is for the file, or none may.
   */
  public int filling(FileInode file) {
    for (int place = 0; place < rules.size(); place++) {
      TieringRule rule = rules.get(place);
      if (rule.fill() != null && rule.files().fits(file)) {
        return place;
      }
      if (rule.isFor(file)) {
        return -1;
      }
    }
    return -1;
  }

  public List<TieringRule> all() {
    return rules;
  }

  /**
   * The rule of a name.
   *
   * @throws ConfigurationFaultsException if there is none
   */
  public TieringRule named(String name) {
    return rules.stream()
        .filter(rule -> rule.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new ConfigurationFaultsException(
                    List.of(
                        "select: --rule: '" + name + "' is not in " + TieringKeys.RULES.name())));
  }

  /**
   * Lets the rules choose that relieve storage types which are too full, one after the other: each
   * reads the image once more. Before, they are for no file. Call it even if no type is.
   */
  public void choose(NamespaceImage image, Map<StorageType, TypeFill> fills, Provenance provenance)
      throws IOException {
    Map<StorageType, Long> chosen = new HashMap<>();
    for (TieringRule rule : rules) {
      Relief relief = rule.relief();
      if (relief == null || !relief.isDue(fills)) {
        continue;
      }
      restart();
      image.forEachFile(
          file -> {
            if (!provenance.wasGivenSince(file.number())) {
              relief.weigh(file);
              offer(file, rule, relief, provenance);
            }
          });
      relief.choose(fills, chosen.getOrDefault(relief.type(), 0L));
      chosen.merge(relief.type(), relief.chosenBytes(), Long::sum);
    }
    restart();
  }

  private void restart() {
    for (TieringRule rule : rules) {
      Relief relief = rule.relief();
      if (relief != null) {
        relief.restart();
      }
    }
  }

  /** Offers a file to a rule that no earlier one is for. */
  private void offer(FileInode file, TieringRule to, Relief relief, Provenance provenance) {
    for (TieringRule rule : rules) {
      if (rule.equals(to)) {
        if (rule.files().fits(file)
            && rule.effectOn(file, provenance) == TieringRule.Effect.CHANGE) {
          relief.offer(file, relief.freedBytes(file, rule.policy()));
        }
        return;
      }
      if (rule.isFor(file)) {
        TieringRule.Effect unused = rule.apply(file, provenance);
        return;
      }
    }
  }

  /** The first rule that is for a file; null if none is. */
  public @Nullable TieringRule first(FileInode file) {
    for (TieringRule rule : rules) {
      if (rule.isFor(file)) {
        return rule;
      }
    }
    return null;
  }
}
