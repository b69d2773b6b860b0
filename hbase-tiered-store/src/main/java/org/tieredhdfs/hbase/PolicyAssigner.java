package org.tieredhdfs.hbase;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets the storage policy of a file or directory without ever failing HBase: failures are counted
 * and logged, and the directory's policy applies to the file.
 *
 * <p>Stateless; HBase's own helper does the same but does not report failures.
 */
final class PolicyAssigner {
  private static final Logger LOG = LoggerFactory.getLogger(PolicyAssigner.class);

  private PolicyAssigner() {}

  /** Whether the policy could be set. */
  static boolean assign(FileSystem fs, Path path, FileClass fileClass, String policy) {
    try {
      backing(fs).setStoragePolicy(path, policy);
      PlacementMetrics.get().assigned(fileClass);
      return true;
    } catch (IOException | RuntimeException e) {
      PlacementMetrics.get().notAssigned(fileClass);
      LOG.warn(
          "Cannot set storage policy {} on {} ({}); the policy of its directory applies: {}",
          policy,
          path,
          fileClass,
          e.toString());
      return false;
    }
  }

  /** Whether a file or directory already has a policy in effect, its own or an inherited one. */
  static boolean has(FileSystem fs, Path path, String policy) throws IOException {
    try {
      return backing(fs).getStoragePolicy(path).getName().equalsIgnoreCase(policy);
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  /** The client of the HDFS in which HBase's files are; an exception if they are in none. */
  static DFSClient client(FileSystem fs) throws IOException {
    if (backing(fs) instanceof DistributedFileSystem hdfs) {
      return hdfs.getClient();
    }
    throw new UnsupportedFileSystemException(fs.getUri() + " is no HDFS");
  }

  /** The file system below HBase's wrapper, which would hide an error. */
  static FileSystem backing(FileSystem fs) throws IOException {
    return fs instanceof HFileSystem wrapper ? wrapper.getBackingFs() : fs;
  }
}
