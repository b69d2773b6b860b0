package org.tieredhdfs.mover.rules;

import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.ipc.RemoteException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.api.MoveFilter;
import org.tieredhdfs.mover.api.MoveVerdict;
import org.tieredhdfs.mover.namenode.NamenodeLink;
import org.tieredhdfs.mover.work.FileGate;

/**
 * The gate for the files of one request: decides when a rule allows the move of each. One that may
 * be moved has the policy that the rule says by then.
 *
 * <p>A file that is not any more at the path where it was found passes: if it was renamed, there is
 * another request for that. Thread-safe.
 */
public final class RuleGate implements FileGate {
  /** The shortest interval between checks of a held-back file. */
  static final long SHORTEST_DELAY_MS = 200;

  static final long LONGEST_DELAY_MS = 24 * 3_600_000L;

  /** After a failure, which is likely to pass. */
  private static final long RETRY_DELAY_MS = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(RuleGate.class);

  private final MoveRules rules;
  private final DistributedFileSystem fileSystem;
  private final RulePolicies policies;
  private final long arrivedMs;
  private final boolean changesPolicies;

  /**
   * @param arrivedMs when the request was accepted
   * @param changesPolicies whether it is of a kind by which rules change policies
   */
  public RuleGate(MoveRules rules, NamenodeLink namenode, long arrivedMs, boolean changesPolicies) {
    this.rules = rules;
    this.fileSystem = namenode.fileSystem();
    this.policies = new RulePolicies(namenode);
    this.arrivedMs = arrivedMs;
    this.changesPolicies = changesPolicies;
  }

  @Override
  public MoveVerdict judge(FileRef file) {
    MoveRule rule = rules.at(file.path());
    if (rule == null) {
      return MoveVerdict.now();
    }
    try {
      HdfsFileStatus status = policies.statusIfThere(file);
      if (status == null) {
        return MoveVerdict.now();
      }
      MoveVerdict verdict = verdict(rule, file, status);
      if (changesPolicies && verdict.kind() == MoveVerdict.Kind.NOW) {
        policies.apply(rule, file, status);
      }
      return verdict;
    } catch (RemoteException e) {
      // Of LAZY_PERSIST; HDFS has no other word for it
      if (String.valueOf(e.getMessage()).contains("after file creation")) {
        LOG.warn("Rule {} leaves {} as it is: {}", rule.name(), file.path(), e.getMessage());
        return MoveVerdict.now();
      }
      return later(rule, file, e);
    } catch (IOException | RuntimeException e) {
      return later(rule, file, e);
    }
  }

  private static MoveVerdict later(MoveRule rule, FileRef file, Exception e) {
    LOG.warn(
        "Cannot apply rule {} to {}: {}; retrying later", rule.name(), file.path(), e.toString());
    return after(RETRY_DELAY_MS);
  }

  @Override
  public boolean mayChange(FileRef file) {
    MoveRule rule = rules.at(file.path());
    return changesPolicies && rule != null && rule.changesPolicy();
  }

  @Override
  public void enters(FileRef directory) throws IOException {
    MoveRule rule = rules.at(directory.path());
    // the policy of the rule's own directory belongs to the operator, and what is written to one
    // below it is younger than the files that have to rest
    if (rule == null
        || !changesPolicies
        || (rule.policy() != null && rule.minAgeMs() > 0)
        || !rule.equals(rules.at(RulePolicies.parentOf(directory.path())))) {
      return;
    }
    HdfsFileStatus status = policies.statusIfThere(directory);
    if (status != null) {
      policies.apply(rule, directory, status);
    }
  }

  private MoveVerdict verdict(MoveRule rule, FileRef file, HdfsFileStatus status)
      throws IOException {
    long nowMs = System.currentTimeMillis();
    long modifiedMs = status.getModificationTime();
    // a modification time in the future is unusable (a clock was set): count from arrival
    long fromMs = rule.countsFromArrival() || modifiedMs > nowMs ? arrivedMs : modifiedMs;
    long remainingMs = remainingMs(rule, fromMs, nowMs);
    if (remainingMs > 0) {
      return after(remainingMs);
    }
    MoveFilter filter = rule.filter();
    if (filter == null) {
      return MoveVerdict.now();
    }
    FileStatus named = status.makeQualified(fileSystem.getUri(), new Path(file.path()));
    MoveVerdict verdict = filter.judge(named, fileSystem);
    return verdict.kind() == MoveVerdict.Kind.LATER
        ? after(verdict.notBeforeMs() - nowMs)
        : verdict;
  }

  private static MoveVerdict after(long delayMs) {
    long boundedMs = Math.min(Math.max(delayMs, SHORTEST_DELAY_MS), LONGEST_DELAY_MS);
    return MoveVerdict.notBefore(System.currentTimeMillis() + boundedMs);
  }

  /** A clock that was set cannot make it longer than the rule's age. */
  static long remainingMs(MoveRule rule, long fromMs, long nowMs) {
    return Math.min(rule.minAgeMs(), Math.max(0, fromMs + rule.minAgeMs() - nowMs));
  }
}
