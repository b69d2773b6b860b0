package org.tieredhdfs.hbase;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
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
   * Looks a file up with one call, which leaves its access time alone, unlike the look-up of blocks
   * for readers.
   *
   * @param fs HBase's, or the one below it
   * @throws FileNotFoundException if it was compacted away or moved meanwhile
   */
  public static HdfsLocatedFileStatus look(FileSystem fs, Path file) throws IOException {
    String path = file.toUri().getPath();
    HdfsLocatedFileStatus found = PolicyAssigner.client(fs).getLocatedFileInfo(path, false);
    if (found == null) {
      throw new FileNotFoundException(path);
    }
    return found;
  }

  /**
   * The place of a file, measured by a policy.
   *
   * @param types the policy's, for the first replicas; the last stands for all further ones
   */
  public static FilePlace of(HdfsLocatedFileStatus file, StorageType... types) {
    ErasureCodingPolicy coding = file.getErasureCodingPolicy();
    // HDFS ignores policies of several types for such files, and uses the default one
    boolean mixed = coding != null && Arrays.stream(types).distinct().count() > 1;
    Map<StorageType, Long> asked = new EnumMap<>(StorageType.class);
    Map<StorageType, Long> got = new EnumMap<>(StorageType.class);
    long elsewhere = 0;
    for (LocatedBlock block : file.getLocatedBlocks().getLocatedBlocks()) {
      StorageType[] on = block.getStorageTypes();
      List<Long> sizes = sizes(block, coding, Math.max(file.getReplication(), on.length));
      Map<StorageType, Integer> wanted = new EnumMap<>(StorageType.class);
      for (int replica = 0; replica < sizes.size(); replica++) {
        StorageType type = mixed ? StorageType.DEFAULT : types[Math.min(replica, types.length - 1)];
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
    return new FilePlace(asked, got, elsewhere);
  }

  /**
   * The sizes of the replicas that there are, and then of those that are missing.
   *
   * @param replicas more than wanted if a snapshot has the file with a higher factor
   */
  private static List<Long> sizes(
      LocatedBlock block, @Nullable ErasureCodingPolicy coding, int replicas) {
    if (coding == null || !(block instanceof LocatedStripedBlock group)) {
      return Collections.nCopies(replicas, block.getBlockSize());
    }
    List<Long> sizes = new ArrayList<>();
    for (byte index : group.getBlockIndices()) {
      sizes.add(StripedBlockUtil.getInternalBlockLength(group.getBlockSize(), coding, index));
    }
    return sizes;
  }
}
