package org.tieredhdfs.rehearsal.stock.probe;

import java.io.IOException;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;

/**
 * Prepares, with this project's client, the directory of one kind of files: policy, quotas, and a
 * file.
 */
final class Preparation {
  private Preparation() {}

  static void run(DistributedFileSystem fs, Subject subject) throws IOException {
    Path root = new Path(subject.root());
    fs.mkdirs(root);
    fs.setStoragePolicy(root, subject.policy());
    if (subject.isErasureCoded()) {
      fs.enableErasureCodingPolicy(subject.erasureCoding());
      fs.setErasureCodingPolicy(root, subject.erasureCoding());
    }
    fs.setQuotaByStorageType(root, StorageType.DISK, Subject.DISK_QUOTA_BYTES);
    fs.setQuotaByStorageType(
        root, StorageType.valueOf(subject.customType()), Subject.CUSTOM_QUOTA_BYTES);
    fs.setQuota(root, HdfsConstants.QUOTA_DONT_SET, 1L << 40);
    try (FSDataOutputStream out = fs.create(new Path(subject.given()))) {
      out.write(Subject.content(Subject.FILE_BYTES));
    }
  }
}
