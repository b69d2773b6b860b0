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
import org.tieredhdfs.mover.api.FileRef;

/** Sets and clears the policies of files and directories according to rules. Thread-safe. */
final class RulePolicies {
  private static final Logger LOG = LoggerFactory.getLogger(RulePolicies.class);

  private final DistributedFileSystem fileSystem;

  RulePolicies(DistributedFileSystem fileSystem) {
    this.fileSystem = fileSystem;
  }

  /** A file or directory as it is; null if it is not any more at the path where it was found. */
  @Nullable FileStatus statusIfThere(FileRef file) throws IOException {
    try {
      FileStatus status = fileSystem.getFileStatus(new Path(file.path()));
      return status instanceof HdfsFileStatus hdfs && hdfs.getFileId() == file.inodeId()
          ? status
          : null;
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  /** Sets the policy that a rule says, or takes back what is its own; nothing if that is so. */
  void apply(MoveRule rule, FileRef file, FileStatus status) throws IOException {
    if (!rule.changesPolicy() || file.lookupPath().equals(file.path())) {
      return;
    }
    byte now = ((HdfsFileStatus) status).getStoragePolicy();
    Path byInode = new Path(file.lookupPath());
    BlockStoragePolicy wanted = rule.policy();
    if (wanted != null) {
      if (wanted.getId() != now) {
        fileSystem.setStoragePolicy(byInode, wanted.getName());
        LOG.info("Rule {}: set the policy of {} to {}", rule.name(), file.path(), wanted.getName());
      }
      return;
    }
    FileStatus parent = fileSystem.getFileStatus(new Path(parentOf(file.path())));
    if (((HdfsFileStatus) parent).getStoragePolicy() != now) {
      fileSystem.unsetStoragePolicy(byInode);
      LOG.info("Rule {}: cleared the policy of {}", rule.name(), file.path());
    }
  }

  static String parentOf(String path) {
    int last = path.lastIndexOf('/');
    return last <= 0 ? "/" : path.substring(0, last);
  }
}
