package org.tieredhdfs.tiering.round;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.tiering.image.FileInode;
import org.tieredhdfs.tiering.image.NamespaceImage;
import org.tieredhdfs.tiering.rule.PolicyNames;
import org.tieredhdfs.tiering.rule.RoundLimits;
import org.tieredhdfs.tiering.rule.TieringRule;
import org.tieredhdfs.tiering.rule.TieringRules;

/**
 * Gives the files of an image the policies that the rules say, once.
 *
 * <p>What is to be changed is put on local disk meanwhile. The NameNode is asked before each
 * change, which goes to the inode: a file that is not as the image says stays as it is. Used once,
 * by one thread.
 */
final class RuleRound {
  private static final Logger LOG = LoggerFactory.getLogger(RuleRound.class);

  /** A line for each changed file, with its rule and what the rule saw. */
  private static final Logger AUDIT = LoggerFactory.getLogger("org.tieredhdfs.tiering.audit");

  /** So many are looked at, put on disk and changed together. */
  private static final int BATCH = 100;

  /** A process that stood still for so long may not be the active one any more. */
  private static final long LONGEST_BATCH_NS = TimeUnit.SECONDS.toNanos(30);

  private static final int MOST_WARNINGS = 10;
  private static final String BY_NUMBER = "/.reserved/.inodes/";

  private final DFSClient client;
  private final TieringRules rules;
  private final PolicyNames policies;
  private final GivenPolicies given;
  private final RoundLimits limits;
  private final Leadership leadership;
  private final long nowMs = System.currentTimeMillis();
  private long waiting;
  private int changed;
  private long changedBytes;
  private int outdated;
  private int refused;

  RuleRound(
      DistributedFileSystem fs,
      TieringRules rules,
      PolicyNames policies,
      GivenPolicies given,
      RoundLimits limits,
      Leadership leadership) {
    this.client = fs.getClient();
    this.rules = rules;
    this.policies = policies;
    this.given = given;
    this.limits = limits;
    this.leadership = leadership;
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
        while (waiting > 0 && limits.allow(changed, changedBytes)) {
          change(batch(in));
        }
      }
    }
    LOG.info(
        "Tiering rules: {} files with {} bytes changed; left: {} that are not as the image says, {}"
            + " refused by the NameNode; {} wait for the next round",
        changed,
        changedBytes,
        outdated,
        refused,
        waiting);
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
    long bytes = changedBytes;
    while (waiting > 0 && changes.size() < BATCH && limits.allow(changed + changes.size(), bytes)) {
      PolicyChange change = PolicyChange.read(in);
      changes.add(change);
      bytes += change.lengthBytes();
      waiting--;
    }
    return changes;
  }

  private void change(List<PolicyChange> planned) throws IOException {
    long begunNs = System.nanoTime();
    // observers then know what users have set up to now
    client.msync();
    FileLook look = new FileLook(client, policies);
    List<PolicyChange> changes = new ArrayList<>();
    for (PolicyChange change : planned) {
      if (look.isAsItWas(change)) {
        changes.add(change);
      } else {
        outdated++;
      }
    }
    given.give(changes);
    leadership.require();
    for (PolicyChange change : changes) {
      if (System.nanoTime() - begunNs > LONGEST_BATCH_NS) {
        throw new IOException("a change of policies took too long; it is left to the next round");
      }
      if (look.hasSameStatus(change)) {
        set(change);
      } else {
        outdated++;
      }
    }
  }

  private void set(PolicyChange change) throws IOException {
    TieringRule rule = rules.all().get(change.rule());
    String inode = BY_NUMBER + change.inode();
    try {
      if (rule.policy() == TieringRule.OF_DIRECTORY) {
        client.unsetStoragePolicy(inode);
      } else {
        client.setStoragePolicy(inode, rule.policyName());
      }
      changed++;
      changedBytes += change.lengthBytes();
      AUDIT.info(
          "rule={} file={} inode={} from={} to={} written={} read={}",
          rule.name(),
          FileInode.onOneLine(change.path()),
          change.inode(),
          policies.name(change.hadPolicy()),
          rule.policyName(),
          change.writtenMs(),
          change.readMs());
    } catch (FileNotFoundException e) {
      LOG.debug("{} was deleted", FileInode.onOneLine(change.path()), e);
      outdated++;
    } catch (RemoteException e) {
      if (refused++ < MOST_WARNINGS) {
        LOG.warn("{} stays as it is: {}", FileInode.onOneLine(change.path()), e.getMessage());
      }
    }
  }
}
