package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.jspecify.annotations.NullMarked;
import org.tieredhdfs.hdfs.datanode.stock.StockField;
import org.tieredhdfs.hdfs.profile.DatanodeProfiles;
import org.tieredhdfs.hdfs.profile.ExecutionProfile;
import org.tieredhdfs.hdfs.profile.Setting;

/**
 * Sets the block scanner's rate for each volume to that of its storage type's profile.
 *
 * <p>Thread-safe; a scanner takes the new rate with its next block.
 */
@NullMarked
public final class TypeScanRates {
  @SuppressWarnings("rawtypes")
  private final StockField<TreeMap> scanners;

  private final DataNode datanode;

  public TypeScanRates(DataNode datanode) throws IOException {
    this.datanode = datanode;
    this.scanners = StockField.of(BlockScanner.class, "scanners", TreeMap.class);
  }

  /** Applies the rates to all existing scanners. */
  public void apply() throws IOException {
    BlockScanner stock = datanode.getBlockScanner();
    TreeMap<?, ?> byStorage = stock == null ? null : scanners.get(stock);
    if (byStorage == null) {
      return;
    }
    DatanodeProfiles profiles = DatanodeProfiles.of(datanode);
    synchronized (stock) {
      for (Object one : byStorage.values()) {
        VolumeScanner scanner = (VolumeScanner) one;
        ExecutionProfile profile = profiles.of(scanner.volume);
        if (profile != null) {
          scanner.setConf(new BlockScanner.Conf(with(profile.held(Setting.SCAN_RATE))));
        }
      }
    }
  }

  private Configuration with(ExecutionProfile.Held rate) {
    Configuration conf = new Configuration(datanode.getConf());
    if (rate.isOwn()) {
      conf.setLong(DFSConfigKeys.DFS_BLOCK_SCANNER_VOLUME_BYTES_PER_SECOND, rate.number());
    }
    return conf;
  }
}
