package org.tieredhdfs.tiering.round;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.tieredhdfs.tiering.image.NamespaceImage;
import org.tieredhdfs.tiering.rule.PolicyNames;

/**
 * Asks the NameNode whether files are still as an image says. What it learns of directories is
 * remembered: make a new one after a moment. Used by one thread.
 */
final class FileLook {
  private final DFSClient client;
  private final PolicyNames policies;
  private final Map<String, Boolean> pinned = new HashMap<>();

  FileLook(DFSClient client, PolicyNames policies) {
    this.client = client;
    this.policies = policies;
  }

  /** Whether a file is as the image says in all that a rule looks at, and not pinned since. */
  boolean isAsItWas(PolicyChange change) throws IOException {
    return hasSameStatus(change) && !isPinned(change.path());
  }

  /** The same, but for pins. */
  boolean hasSameStatus(PolicyChange change) throws IOException {
    HdfsFileStatus now = client.getFileInfo(change.path());
    return now != null
        && now.getFileId() == change.inode()
        && now.getModificationTime() == change.writtenMs()
        && (now.getAccessTime() == change.readMs() || !change.isForUnread())
        && now.getOwner().equals(change.owner())
        && now.getGroup().equals(change.group())
        && policies.inForce(now.getStoragePolicy()) == policies.inForce(change.hadPolicy());
  }

  private boolean isPinned(String path) throws IOException {
    if (hasPin(path)) {
      return true;
    }
    for (int end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
      String directory = end == 0 ? "/" : path.substring(0, end);
      Boolean known = pinned.get(directory);
      if (known == null) {
        known = hasPin(directory);
        pinned.put(directory, known);
      }
      if (known || end == 0) {
        return known;
      }
    }
    return false;
  }

  private boolean hasPin(String path) throws IOException {
    try {
      return client.getXAttrs(path).containsKey(NamespaceImage.PIN);
    } catch (IOException e) {
      if (String.valueOf(e.getMessage()).contains(DFSConfigKeys.DFS_NAMENODE_XATTRS_ENABLED_KEY)) {
        return false; // then there are no attributes
      }
      throw e;
    }
  }
}
