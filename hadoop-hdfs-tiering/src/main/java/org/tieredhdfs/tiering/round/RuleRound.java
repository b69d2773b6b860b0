package org.tieredhdfs.tiering.round;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.RemoteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.tiering.image.FileInode;
import org.tieredhdfs.tiering.image.NamespaceImage;
import org.tieredhdfs.tiering.rule.PolicyNames;
import org.tieredhdfs.tiering.rule.TieringRule;
import org.tieredhdfs.tiering.rule.TieringRules;

/**
 * Gives the files of an image the policies that the rules say, once.
 *
 * <p>What is to be changed is put on local disk, so that memory does not grow with it. Before each
 * change the NameNode is asked: a file that was renamed, written, read or given another policy
 * since the image stays as it is. Used once, by one thread.
 */
final class RuleRound {
  private static final Logger LOG = LoggerFactory.getLogger(RuleRound.class);

  /** A line for each changed file, with its rule and what the rule saw. */
  private static final Logger AUDIT = LoggerFactory.getLogger("org.tieredhdfs.tiering.audit");

  /** So many are looked at, put on disk and changed together: users change few meanwhile. */
  private static final int BATCH = 100;

  private final DistributedFileSystem fs;
  private final TieringRules rules;
  private final PolicyNames policies;
  private final GivenPolicies given;
  private final int maxFiles;
  private int planned;
  private long waiting;
  private int changed;
  private int outdated;

  /**
   * @param maxFiles how many files are given another policy at most
   */
  RuleRound(
      DistributedFileSystem fs,
      TieringRules rules,
      PolicyNames policies,
      GivenPolicies given,
      int maxFiles) {
    this.fs = fs;
    this.rules = rules;
    this.policies = policies;
    this.given = given;
    this.maxFiles = maxFiles;
  }

  /**
   * Does it.
   *
   * @param folder for what is to be changed
   */
  void run(NamespaceImage image, Path folder) throws IOException {
    File plan = folder.resolve("plan").toFile();
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(plan.toPath())))) {
      image.forEachFile(file -> look(file, out));
    }
    given.dropVoid();
    if (planned > 0) {
      given.begin();
      try (DataInputStream in =
          new DataInputStream(new BufferedInputStream(Files.newInputStream(plan.toPath())))) {
        for (int left = planned; left > 0; left -= BATCH) {
          change(batch(in, Math.min(left, BATCH)));
        }
      }
      given.settle();
    }
    LOG.info(
        "Tiering rules: {} files changed, {} left, as they are not as the image says, {} wait for"
            + " the next round",
        changed,
        outdated,
        waiting);
  }

  private void look(FileInode file, DataOutputStream out) throws IOException {
    byte own = file.ownPolicy();
    if (own != 0) {
      // each one, also of files without a rule: what is not asked for is dropped
      boolean unused = given.isByRule(file.number(), own);
    }
    TieringRule rule = rules.first(file);
    if (rule == null
        || rule.effectOn(file, given) != TieringRule.Effect.CHANGE
        || given.wasGivenSince(file.number(), rule.policy())) {
      return;
    }
    if (planned == maxFiles) {
      waiting++;
      return;
    }
    planned++;
    PolicyChange.of(rules.all().indexOf(rule), rule, file).write(out);
  }

  private static List<PolicyChange> batch(DataInputStream in, int length) throws IOException {
    List<PolicyChange> changes = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      changes.add(PolicyChange.read(in));
    }
    return changes;
  }

  private void change(List<PolicyChange> planned) throws IOException {
    List<PolicyChange> changes = new ArrayList<>();
    for (PolicyChange change : planned) {
      if (isAsItWas(change)) {
        changes.add(change);
      } else {
        outdated++;
      }
    }
    given.give(changes);
    for (PolicyChange change : changes) {
      set(change);
    }
  }

  private boolean isAsItWas(PolicyChange change) throws IOException {
    HdfsFileStatus now = fs.getClient().getFileInfo(change.path());
    return now != null
        && now.getFileId() == change.inode()
        && now.getModificationTime() == change.writtenMs()
        && now.getAccessTime() == change.readMs()
        && policies.inForce(now.getStoragePolicy()) == policies.inForce(change.hadPolicy());
  }

  private void set(PolicyChange change) throws IOException {
    TieringRule rule = rules.all().get(change.rule());
    try {
      if (rule.policy() == TieringRule.OF_DIRECTORY) {
        fs.getClient().unsetStoragePolicy(change.path());
      } else {
        fs.getClient().setStoragePolicy(change.path(), rule.policyName());
      }
      changed++;
      AUDIT.info(
          "rule={} file={} inode={} from={} to={} written={} read={}",
          rule.name(),
          change.path(),
          change.inode(),
          policies.name(change.hadPolicy()),
          rule.policyName(),
          change.writtenMs(),
          change.readMs());
    } catch (FileNotFoundException e) {
      LOG.debug("{} was deleted", change.path(), e);
      outdated++;
    } catch (RemoteException e) {
      LOG.warn("{} stays as it is: {}", change.path(), e.getMessage());
      outdated++;
    }
  }
}
