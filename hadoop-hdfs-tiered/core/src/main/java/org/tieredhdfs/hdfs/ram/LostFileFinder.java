package org.tieredhdfs.hdfs.ram;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsConstants;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.security.AccessControlException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the files below a path that have a block without any good replica.
 *
 * <p>A superuser asks the NameNode for the list that it keeps; everybody else walks the files that
 * they may see. Used by one thread.
 */
final class LostFileFinder {
  private static final Path ROOT = new Path("/");

  private final DistributedFileSystem fs;
  private final Set<String> ramTypes;
  private final Consumer<String> denied;
  private final Set<String> seen = new HashSet<>();
  private final Map<Byte, BlockStoragePolicy> policies = new HashMap<>();

  /**
   * @param ramTypes names of the storage types that are memory
   * @param denied receives each path that may not be read
   */
  LostFileFinder(DistributedFileSystem fs, Set<String> ramTypes, Consumer<String> denied) {
    this.fs = fs;
    this.ramTypes = ramTypes;
    this.denied = denied;
  }

  /** Hands every lost file below {@code root} to {@code found}, each once. */
  void find(Path root, Consumer<LostFile> found) throws IOException {
    String path = fs.makeQualified(root).toUri().getPath();
    fs.getFileStatus(root);
    try {
      RemoteIterator<Path> corrupt = fs.listCorruptFileBlocks(new Path(path));
      while (corrupt.hasNext()) {
        // the NameNode names a file once for each of its blocks
        String file = corrupt.next().toUri().getPath();
        if (seen.add(file)) {
          look(file, found);
        }
      }
    } catch (IOException e) {
      if (!isDenial(e)) {
        throw e;
      }
      walk(root, found);
    }
  }

  /** Whether a call failed for lack of permission, in either of the two ways clients see. */
  static boolean isDenial(IOException e) {
    return e instanceof AccessControlException
        || (e instanceof RemoteException remote
            && AccessControlException.class.getName().equals(remote.getClassName()));
  }

  private void walk(Path root, Consumer<LostFile> found) throws IOException {
    Deque<Path> folders = new ArrayDeque<>();
    FileStatus top = fs.getFileStatus(root);
    if (top.isFile()) {
      look(top.getPath().toUri().getPath(), found);
    } else {
      folders.push(top.getPath());
    }
    while (!folders.isEmpty()) {
      Path folder = folders.pop();
      try {
        RemoteIterator<FileStatus> entries = fs.listStatusIterator(folder);
        while (entries.hasNext()) {
          FileStatus entry = entries.next();
          if (entry.isDirectory()) {
            folders.push(entry.getPath());
          } else if (entry.isFile()) {
            look(entry.getPath().toUri().getPath(), found);
          }
        }
      } catch (AccessControlException e) {
        denied.accept(folder.toUri().getPath());
      }
    }
  }

  private void look(String path, Consumer<LostFile> found) throws IOException {
    LocatedBlocks blocks;
    HdfsFileStatus status;
    try {
      status = fs.getClient().getFileInfo(path);
      blocks = fs.getClient().getLocatedBlocks(path, 0, Long.MAX_VALUE);
    } catch (FileNotFoundException e) {
      return;
    } catch (AccessControlException e) {
      denied.accept(path);
      return;
    }
    if (status == null || blocks == null) {
      // deleted meanwhile, or there in snapshots only
      return;
    }
    int lostBlocks = 0;
    long lostBytes = 0;
    for (LocatedBlock block : blocks.getLocatedBlocks()) {
      if (block.isCorrupt() || isLost(block, status.getErasureCodingPolicy())) {
        lostBlocks++;
        lostBytes += block.getBlockSize();
      }
    }
    if (lostBlocks > 0) {
      BlockStoragePolicy policy = policy(status.getStoragePolicy());
      found.accept(
          new LostFile(
              path,
              policy == null ? "unknown" : policy.getName(),
              lostBlocks,
              lostBytes,
              status.getLen(),
              cause(policy, status)));
    }
  }

  /** Fewer replicas, or parts of an erasure-coded group, than its bytes can be read from. */
  private static boolean isLost(LocatedBlock block, @Nullable ErasureCodingPolicy coding) {
    int needed = block.getBlockSize() > 0 ? 1 : 0;
    if (coding != null && block.isStriped()) {
      long cells = (block.getBlockSize() + coding.getCellSize() - 1) / coding.getCellSize();
      needed = (int) Math.min(coding.getNumDataUnits(), cells);
    }
    return block.getLocations().length < needed;
  }

  private @Nullable BlockStoragePolicy policy(byte id) throws IOException {
    if (policies.isEmpty()) {
      for (BlockStoragePolicySpi policy : fs.getAllStoragePolicies()) {
        if (policy instanceof BlockStoragePolicy known) {
          policies.put(known.getId(), known);
        }
      }
    }
    byte effective =
        id == HdfsConstants.BLOCK_STORAGE_POLICY_ID_UNSPECIFIED
            ? fs.getServerDefaults(ROOT).getDefaultStoragePolicyId()
            : id;
    return policies.get(effective);
  }

  private LostFile.Cause cause(@Nullable BlockStoragePolicy policy, HdfsFileStatus status) {
    if (policy == null) {
      return LostFile.Cause.UNKNOWN;
    }
    List<StorageType> types =
        status.getErasureCodingPolicy() == null
            ? policy.chooseStorageTypes(status.getReplication())
            : Arrays.asList(policy.getStorageTypes());
    return types.stream().allMatch(type -> ramTypes.contains(type.name()))
        ? LostFile.Cause.MEMORY_ONLY
        : LostFile.Cause.ON_DISKS;
  }
}
