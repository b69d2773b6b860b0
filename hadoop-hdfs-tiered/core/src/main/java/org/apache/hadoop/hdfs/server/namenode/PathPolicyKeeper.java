package org.apache.hadoop.hdfs.server.namenode;

import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ParentNotDirectoryException;
import org.apache.hadoop.fs.UnresolvedLinkException;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.server.namenode.FSDirRenameOp.RenameResult;
import org.apache.hadoop.hdfs.server.namenode.FSDirectory.DirOp;
import org.apache.hadoop.hdfs.server.namenode.snapshot.Snapshot;
import org.apache.hadoop.util.Daemon;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.paths.PathPolicy;
import org.tieredhdfs.hdfs.paths.PathPolicyParser;

/**
 * Gives a directory of {@code dfs.tiered.path.policies} its policy as soon as it is there: in the
 * edit after the one that creates it, or renames it or a parent to its place. So a job that deletes
 * its directory and creates it anew does not lose the policy.
 *
 * <p>A directory with a policy of its own keeps that. One that loses it later, by a command, stays
 * without. A path that is taken out of the configuration counts no more {@value #REREAD_SEC} s
 * later, without a restart: a NameNode of Apache Hadoop must not meet such a policy during a
 * rollback. A failure is logged, and fails no operation of a client. In this package for the
 * namespace, whose lock is held where something is created or renamed.
 */
@NullMarked
public final class PathPolicyKeeper {
  private static final long REREAD_SEC = 10;
  private static final Logger LOG = LoggerFactory.getLogger(PathPolicyKeeper.class);

  /** Names of policies by path, for each namespace: a process may have several NameNodes. */
  private static final Map<FSDirectory, Map<String, String>> POLICIES =
      Collections.synchronizedMap(new WeakHashMap<>());

  private PathPolicyKeeper() {}

  /** Reads the configuration, which has been checked, before the namespace is used. */
  public static void configure(FSDirectory namespace, Configuration conf) {
    Map<String, String> policies = read(conf);
    if (!policies.isEmpty()
        && conf.getBoolean(DFSConfigKeys.DFS_STORAGE_POLICY_ENABLED_KEY, true)) {
      POLICIES.put(namespace, policies);
      WeakReference<FSDirectory> reference = new WeakReference<>(namespace);
      Daemon thread = new Daemon(() -> reread(reference, new Configuration(conf)));
      thread.setName("path-policies");
      thread.start();
    }
  }

  private static Map<String, String> read(Configuration conf) {
    return PathPolicyParser.parse(conf).mapping().stream()
        .collect(Collectors.toUnmodifiableMap(PathPolicy::path, PathPolicy::policy));
  }

  /** In a thread of its own, since no lock may wait for a disk; ends with the namespace. */
  private static void reread(WeakReference<FSDirectory> namespace, Configuration conf) {
    try {
      Map<String, String> known = POLICIES.get(namespace.get());
      while (known != null) {
        TimeUnit.SECONDS.sleep(REREAD_SEC);
        // without the map's lock, for which clients would wait
        known = reread(conf, known);
        if (POLICIES.replace(namespace.get(), known) == null) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What the configuration says by now; if it has a fault, what is known stays. */
  static Map<String, String> reread(Configuration conf, Map<String, String> known) {
    try {
      conf.reloadConfiguration();
      List<String> faults = PathPolicyParser.parse(conf).faults();
      if (faults.isEmpty()) {
        return read(conf);
      }
      LOG.warn("{} stays as it was: {}", PathPolicyParser.MAPPING.name(), faults);
    } catch (RuntimeException | Error e) {
      // nor may an Error end the thread: what is taken out later would go on counting
      LOG.warn("{} stays as it was", PathPolicyParser.MAPPING.name(), e);
    }
    return known;
  }

  /** Hears of a directory that a client has created; null if it could not. */
  public static void created(FSDirectory namespace, @Nullable INodesInPath directory) {
    Map<String, String> policies = POLICIES.get(namespace);
    if (policies != null && directory != null) {
      String policy = policies.get(directory.getPath());
      if (policy != null) {
        set(namespace, directory, policy);
      }
    }
  }

  /**
   * Hears of a rename by a client.
   *
   * @param to the new place, a path or its inodes before
   */
  public static void renamed(FSDirectory namespace, Object to, Object result) {
    Map<String, String> policies = POLICIES.get(namespace);
    if (policies == null || !((RenameResult) result).success) {
      return;
    }
    String place;
    try {
      place =
          to instanceof INodesInPath inodes
              ? inodes.getPath()
              : namespace.unprotectedResolvePath((String) to).getPath();
    } catch (IOException | RuntimeException e) {
      LOG.error("Cannot look for directories with a policy at {}", to, e);
      return;
    }
    policies.forEach(
        (path, policy) -> {
          if (path.startsWith(place) && (path + "/").startsWith(place + "/")) {
            find(namespace, path, policy);
          }
        });
  }

  private static void find(FSDirectory namespace, String path, String policy) {
    try {
      set(namespace, namespace.getINodesInPath(path, DirOp.READ_LINK), policy);
    } catch (ParentNotDirectoryException | UnresolvedLinkException e) {
      LOG.debug("No directory {}", path, e);
    } catch (IOException | RuntimeException e) {
      LOG.error("Cannot give {} the policy {}", path, policy, e);
    }
  }

  /** What is there by types, if a quota of a type counts it, which Hadoop does by the policy. */
  private static @Nullable QuotaCounts usage(FSDirectory namespace, INodesInPath directory) {
    for (int i = 0; i < directory.length(); i++) {
      if (directory.getINode(i).getQuotaCounts().anyTypeSpaceCountGreaterOrEqual(0)) {
        INode inode = directory.getLastINode();
        return inode.computeQuotaUsage(
            namespace.getBlockStoragePolicySuite(),
            inode.getStoragePolicyID(),
            false,
            Snapshot.CURRENT_STATE_ID);
      }
    }
    return null;
  }

  private static void set(FSDirectory namespace, INodesInPath directory, String name) {
    INode inode = directory.getLastINode();
    if (inode == null
        || !inode.isDirectory()
        || inode.getLocalStoragePolicyID() != HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED) {
      return;
    }
    namespace.writeLock();
    try {
      BlockStoragePolicy policy = namespace.getBlockManager().getStoragePolicy(name);
      QuotaCounts before = usage(namespace, directory);
      FSDirAttrOp.unprotectedSetStoragePolicy(
          namespace, namespace.getBlockManager(), directory, policy.getId());
      if (before != null) {
        QuotaCounts grown = Objects.requireNonNull(usage(namespace, directory)).subtract(before);
        namespace.updateCount(directory, directory.length(), grown, false);
      }
      namespace.getEditLog().logSetStoragePolicy(directory.getPath(), policy.getId());
      LOG.info("{} gets {}, by {}", directory.getPath(), name, PathPolicyParser.MAPPING.name());
    } catch (IOException | RuntimeException e) {
      LOG.error("Cannot give {} the policy {}", directory.getPath(), name, e);
    } finally {
      namespace.writeUnlock();
    }
  }
}
