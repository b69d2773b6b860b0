package org.tieredhdfs.tiering.round;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.tieredhdfs.tiering.image.FileInode;
import org.tieredhdfs.tiering.image.NamespaceImage;
import org.tieredhdfs.tiering.rule.PolicyNames;
import org.tieredhdfs.tiering.rule.RoundLimits;
import org.tieredhdfs.tiering.rule.TieringRule;
import org.tieredhdfs.tiering.rule.TieringRules;

/**
 * Gives the files of an image the policies that the rules say, once.
 *
 * <p>What is to be changed is put on local disk meanwhile. Used once, by one thread.
 */
final class RuleRound {
  private final TieringRules rules;
  private final GivenPolicies given;
  private final Leadership leadership;
  private final ChangeSetter setter;
  private final long nowMs = System.currentTimeMillis();
  private long waiting;

  RuleRound(
      DistributedFileSystem fs,
      TieringRules rules,
      PolicyNames policies,
      GivenPolicies given,
      RoundLimits limits,
      Leadership leadership) {
    this.rules = rules;
    this.given = given;
    this.leadership = leadership;
    this.setter = new ChangeSetter(fs, rules, policies, given, limits, leadership);
  }

  /**
   * Does it.
   *
   * @param folder for what is to be changed
   */
  void run(NamespaceImage image, Path folder) throws IOException {
    Path plan = folder.resolve("plan");
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(plan)))) {
      image.forEachFile(file -> look(file, out));
    }
    // much time has passed
    leadership.require();
    given.dropVoid();
    if (waiting > 0) {
      leadership.require();
      given.begin();
      try (DataInputStream in =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(plan)))) {
        while (waiting > 0 && setter.allows(0, 0)) {
          setter.change(batch(in), done -> {});
        }
      }
    }
    setter.log(waiting);
  }

  private void look(FileInode file, DataOutputStream out) throws IOException {
    byte own = file.ownPolicy();
    if (own != 0) {
      // each one, also of files without a rule: what is not asked for is dropped
      boolean unused = given.isByRule(file.number(), own);
    }
    TieringRule rule = rules.first(file);
    if (rule == null || rule.apply(file, given) != TieringRule.Effect.CHANGE) {
      return;
    }
    waiting++;
    boolean isForUnread = !file.ifRead(nowMs, read -> rule.equals(rules.first(read)));
    PolicyChange.of(rules.all().indexOf(rule), rule, isForUnread, file).write(out);
  }

  private List<PolicyChange> batch(DataInputStream in) throws IOException {
    List<PolicyChange> changes = new ArrayList<>();
    long bytes = 0;
    while (waiting > 0
        && changes.size() < ChangeSetter.BATCH
        && setter.allows(changes.size(), bytes)) {
      PolicyChange change = PolicyChange.read(in);
      changes.add(change);
      bytes += change.lengthBytes();
      waiting--;
    }
    return changes;
  }
}
