package org.tieredhdfs.hbase;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/** Reads the storage policies of HBase's file system. */
final class NameNodePolicies {
  private NameNodePolicies() {}

  /**
   * @throws IOException if the NameNode does not answer, or the file system has no policies
   */
  static List<String> names(Configuration conf) throws IOException {
    FileSystem fs = CommonFSUtils.getRootDir(conf).getFileSystem(conf);
    try {
      return PolicyAssigner.backing(fs).getAllStoragePolicies().stream()
          .map(BlockStoragePolicySpi::getName)
          .toList();
    } catch (UnsupportedOperationException e) {
      throw new IOException("hbase.rootdir: " + fs.getUri() + " has no storage policies", e);
    }
  }
}
