package org.tieredhdfs.mover.work;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.thirdparty.com.google.common.cache.CacheBuilder;
import org.jspecify.annotations.Nullable;
import org.tieredhdfs.mover.namenode.NamenodeLink;

/**
 * The policies that files would have if a policy were set on some paths; files and directories with
 * their own policy keep it.
 *
 * <p>The NameNode tells only the policy that holds. That something has one of its own is seen where
 * it is another than its directory's; one that is the same is taken for inherited. Used by one
 * thread.
 */
final class PolicyPlan {
  private static final int MAX_DIRECTORIES = 10_000;
  private static final byte NONE = HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED;

  /**
   * A directory on the way.
   *
   * @param now the id of the policy that holds now
   * @param planned the id of the one that would hold
   */
  private record Held(byte now, byte planned) {}

  private final NamenodeLink namenode;
  private final byte policy;
  private final Set<String> paths;
  private final Map<String, Held> directories =
      CacheBuilder.newBuilder().maximumSize(MAX_DIRECTORIES).<String, Held>build().asMap();

  /**
   * @param paths on which the policy would be set
   */
  PolicyPlan(NamenodeLink namenode, BlockStoragePolicy policy, List<String> paths) {
    this.namenode = namenode;
    this.policy = policy.getId();
    this.paths = Set.copyOf(paths);
  }

  /** The id of the policy that a file would have. */
  byte of(String path, HdfsFileStatus status) throws IOException {
    return held(path, status).planned();
  }

  private Held held(String path, HdfsFileStatus status) throws IOException {
    byte now = status.getStoragePolicy();
    if (paths.contains(path)) {
      return new Held(now, policy);
    }
    Held parent = directory(parentOf(path));
    if (parent == null || now != parent.now()) {
      // its policy is its own, not inherited
      return new Held(now, now);
    }
    return new Held(now, parent.planned());
  }

  private @Nullable Held directory(@Nullable String path) throws IOException {
    if (path == null) {
      return null;
    }
    Held known = directories.get(path);
    if (known == null) {
      HdfsFileStatus status = namenode.status(path);
      // if it is gone, it has no policy, and nothing below it is moved
      known = status == null ? new Held(NONE, NONE) : held(path, status);
      directories.put(path, known);
    }
    return known;
  }

  private static @Nullable String parentOf(String path) {
    int last = path.lastIndexOf('/');
    return path.length() == 1 ? null : last == 0 ? "/" : path.substring(0, last);
  }
}
