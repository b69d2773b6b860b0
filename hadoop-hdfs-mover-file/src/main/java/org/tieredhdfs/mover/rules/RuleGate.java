package org.tieredhdfs.mover.rules;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.MoveFilter;
import org.tieredhdfs.mover.MoveVerdict;
import org.tieredhdfs.mover.namenode.FileRef;
import org.tieredhdfs.mover.work.FileGate;

/**
 * The gate through which the files of one request go: holds back those that a rule wants to rest,
 * and gives the others the policy that the rule says.
 *
 * <p>A file that is not any more at the path where it was found passes: if it was renamed, there is
 * another request for that. Used by one thread, but the delay may be asked for by any.
 */
public final class RuleGate implements FileGate {
  /** No held back file causes the request to be looked at more often. */
  static final long SHORTEST_DELAY_MS = 200;

  static final long LONGEST_DELAY_MS = 24 * 3_600_000L;

  /** After a failure, which is likely to pass. */
  private static final long RETRY_DELAY_MS = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(RuleGate.class);

  /** No file is to be looked at again. */
  public static final long NONE = -1;

  private final MoveRules rules;
  private final DistributedFileSystem fileSystem;
  private final OwnPolicyChanges ownChanges;
  private final long arrivedMs;
  private final boolean changesPolicies;
  private volatile long delayMs = NONE;

  /**
   * @param arrivedMs when the request was accepted
   * @param changesPolicies whether it is of a kind by which rules change policies
   */
  public RuleGate(
      MoveRules rules,
      DistributedFileSystem fileSystem,
      OwnPolicyChanges ownChanges,
      long arrivedMs,
      boolean changesPolicies) {
    this.rules = rules;
    this.fileSystem = fileSystem;
    this.ownChanges = ownChanges;
    this.arrivedMs = arrivedMs;
    this.changesPolicies = changesPolicies;
  }

  /**
   * After how long the request is to be looked at again because of files that were held back, in
   * milliseconds; {@link #NONE} if there were none.
   */
  public long delayMs() {
    return delayMs;
  }

  @Override
  public boolean lets(FileRef file) {
    MoveRule rule = rules.at(file.path());
    if (rule == null) {
      return true;
    }
    try {
      FileStatus status = statusIfThere(file);
      return status == null || (mayMove(rule, status) && withPolicy(rule, file, status));
    } catch (IOException | RuntimeException e) {
      LOG.warn("Rule {} of {}: {}; asked again later", rule.name(), file.path(), e.toString());
      holdBack(RETRY_DELAY_MS);
      return false;
    }
  }

  @Override
  public void enters(FileRef directory) {
    MoveRule rule = rules.at(directory.path());
    if (rule == null || !changesPolicies) {
      return;
    }
    try {
      FileStatus status = statusIfThere(directory);
      // of a directory that the rule's place itself is, the policy is the operator's
      if (status != null && rule.equals(rules.at(parentOf(directory.path())))) {
        boolean unused = withPolicy(rule, directory, status);
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn("Rule {} of {}: {}; tried again later", rule.name(), directory.path(), e.toString());
      holdBack(RETRY_DELAY_MS);
    }
  }

  private static String parentOf(String path) {
    int last = path.lastIndexOf('/');
    return last <= 0 ? "/" : path.substring(0, last);
  }

  private @Nullable FileStatus statusIfThere(FileRef file) throws IOException {
    try {
      FileStatus status = fileSystem.getFileStatus(new Path(file.path()));
      return status instanceof HdfsFileStatus hdfs && hdfs.getFileId() == file.inodeId()
          ? status
          : null;
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  private boolean mayMove(MoveRule rule, FileStatus status) throws IOException {
    long nowMs = System.currentTimeMillis();
    long modifiedMs = status.getModificationTime();
    // a time to come says nothing: a clock was set, and the file is as old as its arrival at least
    long fromMs = rule.countsFromArrival() || modifiedMs > nowMs ? arrivedMs : modifiedMs;
    long remainingMs = remainingMs(rule, fromMs, nowMs);
    if (remainingMs > 0) {
      holdBack(remainingMs);
      return false;
    }
    MoveFilter filter = rule.filter();
    if (filter == null) {
      return true;
    }
    MoveVerdict verdict = filter.judge(status, fileSystem);
    if (verdict.kind() == MoveVerdict.Kind.LATER) {
      holdBack(verdict.notBeforeMs() - nowMs);
    }
    return verdict.kind() == MoveVerdict.Kind.NOW;
  }

  /** A clock that was set cannot make it longer than the rule's age. */
  static long remainingMs(MoveRule rule, long fromMs, long nowMs) {
    return Math.min(rule.minAgeMs(), Math.max(0, fromMs + rule.minAgeMs() - nowMs));
  }

  private void holdBack(long forMs) {
    long boundedMs = Math.min(Math.max(forMs, SHORTEST_DELAY_MS), LONGEST_DELAY_MS);
    delayMs = delayMs == NONE ? boundedMs : Math.min(delayMs, boundedMs);
  }

  /** Brings the policy of a file to what the rule says; true, so that it is moved next. */
  private boolean withPolicy(MoveRule rule, FileRef file, FileStatus status) throws IOException {
    if (!changesPolicies || !rule.changesPolicy() || file.lookupPath().equals(file.path())) {
      return true;
    }
    byte now = ((HdfsFileStatus) status).getStoragePolicy();
    Path byInode = new Path(file.lookupPath());
    BlockStoragePolicy wanted = rule.policy();
    if (wanted != null) {
      if (wanted.getId() != now) {
        ownChanges.add(file.inodeId());
        fileSystem.setStoragePolicy(byInode, wanted.getName());
        LOG.info("Rule {}: {} got the policy {}", rule.name(), file.path(), wanted.getName());
      }
      return true;
    }
    FileStatus parent = fileSystem.getFileStatus(new Path(parentOf(file.path())));
    if (((HdfsFileStatus) parent).getStoragePolicy() != now) {
      ownChanges.add(file.inodeId());
      fileSystem.unsetStoragePolicy(byInode);
      LOG.info("Rule {}: {} lost the policy of its own", rule.name(), file.path());
    }
    return true;
  }
}
