package org.tieredhdfs.mover.cli;

import java.io.IOException;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/** The HDFS whose service a command calls. */
final class DefaultFileSystem {
  private DefaultFileSystem() {}

  static URI of(Configuration conf) throws IOException, UsageException {
    URI uri = FileSystem.get(conf).resolvePath(new Path("/")).toUri();
    if (!HdfsConstants.HDFS_URI_SCHEME.equals(uri.getScheme())) {
      throw new UsageException(
          "fs.defaultFS: '"
              + FileSystem.getDefaultUri(conf)
              + "' is not allowed; it has to be an HDFS: name one with -fs hdfs://NAMESERVICE");
    }
    return URI.create(uri.getScheme() + "://" + uri.getAuthority());
  }
}
