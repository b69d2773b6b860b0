package org.tieredhdfs.hbase.report;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.FSUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hbase.FileClass;
import org.tieredhdfs.hbase.StorePlacement;

/**
 * Reads from the file system where the files of a table lie.
 *
 * <p>References and links are left out: their bytes belong to another file. Files that a compaction
 * takes away meanwhile are passed over. For one thread.
 */
public final class TablePlacement {
  private static final Logger LOG = LoggerFactory.getLogger(TablePlacement.class);
  private static final FileStatus[] NONE = {};

  private final Configuration conf;
  private final FileSystem fs;
  private final Path root;
  private final Map<String, BlockStoragePolicySpi> policies = new TreeMap<>();

  /**
   * @param conf of HBase, with {@code hbase.rootdir}
   */
  public TablePlacement(Configuration conf) throws IOException {
    this.conf = conf;
    root = CommonFSUtils.getRootDir(conf);
    fs = root.getFileSystem(conf);
    for (BlockStoragePolicySpi policy : fs.getAllStoragePolicies()) {
      policies.put(policy.getName(), policy);
    }
  }

  /** The rows of all families that have files, in the order of families and classes. */
  public List<PlacementRow> read(TableDescriptor table) throws IOException {
    List<PlacementRow> rows = new ArrayList<>();
    List<Path> regions =
        FSUtils.getRegionDirs(fs, CommonFSUtils.getTableDir(root, table.getTableName()));
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      StorePlacement placement =
          StorePlacement.of(StoreUtils.createStoreConfiguration(conf, table, family));
      Map<FileClass, Sum> sums = new EnumMap<>(FileClass.class);
      for (Path region : regions) {
        Path store = new Path(region, family.getNameAsString());
        for (FileStatus file : fs.exists(store) ? fs.listStatus(store) : NONE) {
          if (file.isFile() && StoreFileInfo.isHFile(file.getPath())) {
            add(sums, file, placement);
          }
        }
      }
      sums.forEach((fileClass, sum) -> rows.add(sum.row(family.getNameAsString(), fileClass)));
    }
    return rows;
  }

  private void add(Map<FileClass, Sum> sums, FileStatus file, StorePlacement placement)
      throws IOException {
    try {
      FileClass fileClass = StoreFileClass.of(fs, file, conf, placement);
      BlockStoragePolicySpi wanted = wanted(placement.policy(fileClass), file.getPath());
      BlockLocation[] blocks = fs.getFileBlockLocations(file, 0, file.getLen());
      sums.computeIfAbsent(fileClass, key -> new Sum()).add(blocks, wanted);
    } catch (FileNotFoundException e) {
      // compacted away while we read
      LOG.debug("{} is gone", file.getPath());
    }
  }

  /** The policy of the class; where none is configured, the one that the file has. */
  private BlockStoragePolicySpi wanted(Optional<String> policy, Path file) throws IOException {
    BlockStoragePolicySpi configured = policy.map(policies::get).orElse(null);
    return configured != null ? configured : fs.getStoragePolicy(file);
  }

  private static final class Sum {
    private final SortedMap<StorageType, Long> bytes = new TreeMap<>();
    private int files;
    private long outOfPlace;

    void add(BlockLocation[] blocks, BlockStoragePolicySpi wanted) {
      files++;
      List<StorageType> types = List.of(wanted.getStorageTypes());
      for (BlockLocation block : blocks) {
        for (StorageType type : block.getStorageTypes()) {
          bytes.merge(type, block.getLength(), Long::sum);
          if (!types.contains(type)) {
            outOfPlace += block.getLength();
          }
        }
      }
    }

    PlacementRow row(String family, FileClass fileClass) {
      return new PlacementRow(family, fileClass, files, bytes, outOfPlace);
    }
  }
}
