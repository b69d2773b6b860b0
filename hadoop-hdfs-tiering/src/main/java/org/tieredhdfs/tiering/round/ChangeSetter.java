package org.tieredhdfs.tiering.round;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.ipc.RemoteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.tiering.image.FileInode;
import org.tieredhdfs.tiering.rule.PolicyNames;
import org.tieredhdfs.tiering.rule.RoundLimits;
import org.tieredhdfs.tiering.rule.TieringRule;
import org.tieredhdfs.tiering.rule.TieringRules;

/**
 * Sets the policies of a round, a batch after the other.
 *
 * <p>The NameNode is asked before each change, which goes to the inode: a file that is not as the
 * image says stays as it is. What is given is on disk before it is set, and taken back if it could
 * not be set; that a file has nothing of a rule's any more is on disk afterwards. Used by one
 * thread.
 */
final class ChangeSetter {
  /** So many are looked at, put on disk and changed together. */
  static final int BATCH = 100;

  private static final Logger LOG = LoggerFactory.getLogger(ChangeSetter.class);

  /** A line for each changed file, with its rule and what the rule saw. */
  private static final Logger AUDIT = LoggerFactory.getLogger("org.tieredhdfs.tiering.audit");

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
  private int changed;
  private long changedBytes;
  private int outdated;
  private int refused;

  ChangeSetter(
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

  /** Whether one more file may be changed now, besides planned ones of so many bytes. */
  boolean allows(int plannedFiles, long plannedBytes) {
    return limits.allow(changed + plannedFiles, changedBytes + plannedBytes);
  }

  /**
   * Changes files, if nothing speaks against it.
   *
   * @param done gets each one that was changed
   */
  void change(List<PolicyChange> planned, Consumer<PolicyChange> done) throws IOException {
    long begunNs = System.nanoTime();
    // observers then know what users have set up to now
    client.msync();
    FileLook look = new FileLook(client, policies);
    List<PolicyChange> left = new ArrayList<>();
    for (PolicyChange change : planned) {
      if (look.isAsItWas(change)) {
        left.add(change);
      } else {
        outdated++;
      }
    }
    List<PolicyChange> changes = List.copyOf(left);
    List<PolicyChange> cleared = new ArrayList<>();
    PolicyChange doubtful = null;
    try {
      given.give(changes.stream().filter(one -> one.policy() != TieringRule.OF_DIRECTORY).toList());
      leadership.require();
      for (PolicyChange change : changes) {
        if (System.nanoTime() - begunNs > LONGEST_BATCH_NS) {
          throw new IOException("a change of policies took too long; it is left to the next round");
        }
        if (!look.hasSameStatus(change)) {
          outdated++;
          continue;
        }
        doubtful = change;
        if (isSet(change)) {
          left.remove(change);
          if (change.policy() == TieringRule.OF_DIRECTORY) {
            cleared.add(change);
          }
          done.accept(change);
        }
        doubtful = null;
      }
    } catch (IOException e) {
      // it may have been set, though no answer came: it stays given
      left.remove(doubtful);
      try {
        settle(left, cleared);
      } catch (IOException again) {
        e.addSuppressed(again);
      }
      throw e;
    }
    settle(left, cleared);
  }

  private void settle(List<PolicyChange> left, List<PolicyChange> cleared) throws IOException {
    if (!left.isEmpty()) {
      given.takeBack(left);
    }
    if (!cleared.isEmpty()) {
      given.give(cleared);
    }
  }

  private boolean isSet(PolicyChange change) throws IOException {
    TieringRule rule = rules.all().get(change.rule());
    String inode = BY_NUMBER + change.inode();
    String policy =
        change.policy() == TieringRule.OF_DIRECTORY ? "DIRECTORY" : policies.name(change.policy());
    try {
      if (change.policy() == TieringRule.OF_DIRECTORY) {
        client.unsetStoragePolicy(inode);
      } else {
        client.setStoragePolicy(inode, policy);
      }
      changed++;
      changedBytes += change.lengthBytes();
      AUDIT.info(
          "rule={} file={} inode={} from={} to={} written={} read={}",
          rule.name(),
          FileInode.onOneLine(change.path()),
          change.inode(),
          policies.name(change.hadPolicy()),
          policy,
          change.writtenMs(),
          change.readMs());
      return true;
    } catch (FileNotFoundException e) {
      LOG.debug("{} was deleted", FileInode.onOneLine(change.path()), e);
      outdated++;
    } catch (RemoteException e) {
      if (refused++ < MOST_WARNINGS) {
        LOG.warn("{} stays as it is: {}", FileInode.onOneLine(change.path()), e.getMessage());
      }
    }
    return false;
  }

  /** Says what was done. */
  void log(long waiting) {
    LOG.info(
        "Tiering rules: {} files with {} bytes changed; left: {} that are not as the image says, {}"
            + " refused by the NameNode; {} wait for the next round",
        changed,
        changedBytes,
        outdated,
        refused,
        waiting);
  }
}
