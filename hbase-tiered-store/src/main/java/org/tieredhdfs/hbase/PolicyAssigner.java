package org.tieredhdfs.hbase;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.fs.HFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives a file or directory its storage policy, and never stops HBase over it: what fails is
 * counted and logged, and the file goes where its directory's policy says.
 *
 * <p>Stateless; HBase's own helper does the same but tells nobody that it failed.
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
          "Storage policy {} cannot be set on {} ({}); its directory's policy holds: {}",
          policy,
          path,
          fileClass,
          e.toString());
      return false;
    }
  }

  /** Whether a policy holds for a file or directory already, its own or that of one above. */
  static boolean has(FileSystem fs, Path path, String policy) throws IOException {
    try {
      return backing(fs).getStoragePolicy(path).getName().equalsIgnoreCase(policy);
    } catch (UnsupportedOperationException e) {
      return false;
    }
  }

  /** The file system below HBase's wrapper, which would hide an error. */
  static FileSystem backing(FileSystem fs) throws IOException {
    return fs instanceof HFileSystem wrapper ? wrapper.getBackingFs() : fs;
  }
}
