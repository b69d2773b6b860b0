package org.tieredhdfs.hbase;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.HdfsBlockLocation;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file's replicas on each storage type, wanted and actual, according to the
 * NameNode; every replica counts. Of an erasure-coded file each internal block counts as a replica
 * of its own size.
 *
 * @param askedBytes the bytes that the policy wants on each storage type
 * @param gotBytes the bytes that are on each storage type
 * @param elsewhereBytes those that are on a type of which the policy wants fewer
 */
public record FilePlace(
    Map<StorageType, Long> askedBytes, Map<StorageType, Long> gotBytes, long elsewhereBytes) {

  /**
   * The place of a file, measured by the policy that it has.
   *
   * @param fs HBase's, or the one below it
   * @throws java.io.FileNotFoundException if the file was compacted away or moved meanwhile
   */
  static FilePlace of(FileSystem fs, Path file) throws IOException {
    FileSystem backing = PolicyAssigner.backing(fs);
    FileStatus status = backing.getFileStatus(file);
    return of(backing, status, backing.getStoragePolicy(file).getStorageTypes());
  }

  /**
   * The place of a file, measured by another policy.
   *
   * @param types the policy's, for the first replicas; the last stands for all further ones
   */
  public static FilePlace of(FileSystem fs, FileStatus file, StorageType[] types)
      throws IOException {
    BlockLocation[] blocks =
        PolicyAssigner.backing(fs).getFileBlockLocations(file, 0, Math.max(1, file.getLen()));
    ErasureCodingPolicy coding =
        file instanceof HdfsFileStatus status ? status.getErasureCodingPolicy() : null;
    if (coding != null && Arrays.stream(types).distinct().count() > 1) {
      // HDFS ignores policies of several types here, and uses the default one
      return of(new StorageType[] {StorageType.DEFAULT}, file.getReplication(), coding, blocks);
    }
    return of(types, file.getReplication(), coding, blocks);
  }

  static FilePlace of(
      StorageType[] types,
      int replication,
      @Nullable ErasureCodingPolicy coding,
      BlockLocation... blocks) {
    Sum sum = new Sum(types);
    for (BlockLocation block : blocks) {
      if (coding != null
          && block instanceof HdfsBlockLocation hdfs
          && hdfs.getLocatedBlock() instanceof LocatedStripedBlock group) {
        sum.addGroup(group, coding);
      } else {
        sum.addBlock(block, replication);
      }
    }
    return new FilePlace(sum.asked, sum.got, sum.elsewhere);
  }

  /** The bytes of the blocks that were counted so far. */
  private static final class Sum {
    private final StorageType[] types;
    private final Map<StorageType, Long> asked = new EnumMap<>(StorageType.class);
    private final Map<StorageType, Long> got = new EnumMap<>(StorageType.class);
    private long elsewhere;

    Sum(StorageType[] types) {
      this.types = types;
    }

    void addBlock(BlockLocation block, int replication) {
      StorageType[] on = block.getStorageTypes();
      List<Long> sizes = new ArrayList<>();
      // HDFS keeps more replicas if a snapshot has the file with a higher factor
      for (int replica = 0; replica < Math.max(replication, on.length); replica++) {
        sizes.add(block.getLength());
      }
      add(on, sizes);
    }

    void addGroup(LocatedStripedBlock group, ErasureCodingPolicy coding) {
      byte[] indices = group.getBlockIndices();
      List<Long> sizes = new ArrayList<>();
      for (byte index : indices) {
        sizes.add(StripedBlockUtil.getInternalBlockLength(group.getBlockSize(), coding, index));
      }
      add(group.getStorageTypes(), sizes);
    }

    /**
     * @param sizes of the replicas that there are, and then of those that are missing
     */
    private void add(StorageType[] on, List<Long> sizes) {
      Map<StorageType, Integer> wanted = new EnumMap<>(StorageType.class);
      for (int replica = 0; replica < sizes.size(); replica++) {
        StorageType type = types[Math.min(replica, types.length - 1)];
        asked.merge(type, sizes.get(replica), Long::sum);
        wanted.merge(type, 1, Integer::sum);
      }
      for (int replica = 0; replica < on.length; replica++) {
        got.merge(on[replica], sizes.get(replica), Long::sum);
        if (wanted.merge(on[replica], -1, Integer::sum) < 0) {
          elsewhere += sizes.get(replica);
        }
      }
    }
  }
}
