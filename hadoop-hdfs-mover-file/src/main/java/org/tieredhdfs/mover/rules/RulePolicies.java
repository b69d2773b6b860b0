package org.tieredhdfs.mover.rules;

import java.io.IOException;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.mover.api.FileRef;
import org.tieredhdfs.mover.namenode.NamenodeLink;

/** Sets and clears the policies of files and directories according to rules. Thread-safe. */
final class RulePolicies {
  private static final Logger LOG = LoggerFactory.getLogger(RulePolicies.class);

  private final NamenodeLink namenode;

  RulePolicies(NamenodeLink namenode) {
    this.namenode = namenode;
  }

  /** A file or directory as it is; null if it is not any more at the path where it was found. */
  @Nullable HdfsFileStatus statusIfThere(FileRef file) throws IOException {
    HdfsFileStatus status = namenode.status(file.path());
    return status != null && status.getFileId() == file.inodeId() ? status : null;
  }

  /** Sets the policy that a rule says, or takes back what is its own; nothing if that is so. */
  void apply(MoveRule rule, FileRef file, HdfsFileStatus status) throws IOException {
    if (!rule.changesPolicy() || file.lookupPath().equals(file.path())) {
      return;
    }
    BlockStoragePolicy wanted = rule.policy();
    if (wanted != null) {
      if (wanted.getId() != status.getStoragePolicy()) {
        namenode.setPolicy(file.lookupPath(), wanted.getName());
        LOG.info("Rule {}: set the policy of {} to {}", rule.name(), file.path(), wanted.getName());
      }
      return;
    }
    HdfsFileStatus parent = namenode.status(parentOf(file.path()));
    if (parent != null && parent.getStoragePolicy() != status.getStoragePolicy()) {
      namenode.setPolicy(file.lookupPath(), null);
      LOG.info("Rule {}: cleared the policy of {}", rule.name(), file.path());
    }
  }

  static String parentOf(String path) {
    int last = path.lastIndexOf('/');
    return last <= 0 ? "/" : path.substring(0, last);
  }
}
