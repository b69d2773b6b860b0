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
import org.apache.hadoop.fs.BlockStoragePolicySpi;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.mob.MobUtils;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.apache.hadoop.hbase.regionserver.StoreUtils;
import org.apache.hadoop.hbase.util.CommonFSUtils;
import org.apache.hadoop.hbase.util.FSUtils;
import org.apache.hadoop.hbase.util.HFileArchiveUtil;
import org.apache.hadoop.util.functional.ConsumerRaisingIOE;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hbase.FileClass;
import org.tieredhdfs.hbase.FilePlace;
import org.tieredhdfs.hbase.RoutedEngine;
import org.tieredhdfs.hbase.StorePlacement;
import org.tieredhdfs.hbase.archive.ArchiveSchedule;

/**
 * Reads the placement of a table's files from the file system.
 *
 * <p>References and links are left out: their bytes belong to another file. Files that a compaction
 * takes away meanwhile are passed over. For one thread.
 */
public final class TablePlacement {
  private static final Logger LOG = LoggerFactory.getLogger(TablePlacement.class);

  private final Configuration conf;
  private final FileSystem fs;
  private final Path root;
  private final ArchiveSchedule schedule;
  private final Map<String, BlockStoragePolicySpi> policies = new TreeMap<>();

  /**
   * @param conf of HBase, with {@code hbase.rootdir}
   */
  public TablePlacement(Configuration conf) throws IOException {
    this.conf = conf;
    root = CommonFSUtils.getRootDir(conf);
    fs = root.getFileSystem(conf);
    schedule = ArchiveSchedule.of(conf);
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
      Configuration storeConf = StoreUtils.createStoreConfiguration(conf, table, family);
      StorePlacement placement = StorePlacement.of(storeConf, table, family);
      boolean routed = RoutedEngine.isNamedIn(storeConf) && !family.isMobEnabled();
      String name = family.getNameAsString();
      Map<FileClass, Sum> sums = new EnumMap<>(FileClass.class);
      for (Path region : regions) {
        count(new Path(region, name), file -> addStored(sums, file, placement, routed));
      }
      count(
          MobUtils.getMobFamilyPath(conf, table.getTableName(), name),
          file -> add(sums, file, FileClass.MOB, placement.policy(FileClass.MOB)));
      for (Path region : archivedRegions(table)) {
        count(new Path(region, name), file -> addArchived(sums, file, placement));
      }
      sums.forEach((fileClass, sum) -> rows.add(sum.row(name, fileClass)));
    }
    return rows;
  }

  private List<Path> archivedRegions(TableDescriptor table) throws IOException {
    try {
      return FSUtils.getRegionDirs(
          fs, HFileArchiveUtil.getTableArchivePath(root, table.getTableName()));
    } catch (FileNotFoundException e) {
      // nothing of the table was archived yet
      return List.of();
    }
  }

  /** Counts the files of a folder that have data of their own; none if there is no such folder. */
  private void count(Path store, ConsumerRaisingIOE<FileStatus> counter) throws IOException {
    FileStatus[] files;
    try {
      files = fs.listStatus(store);
    } catch (FileNotFoundException e) {
      LOG.debug("{} is not there", store);
      return;
    }
    for (FileStatus file : files) {
      Path path = file.getPath();
      if (file.isFile() && (StoreFileInfo.isHFile(path) || StoreFileInfo.isMobFile(path))) {
        try {
          counter.accept(file);
        } catch (FileNotFoundException e) {
          // compacted away while we read
          LOG.debug("{} is gone", path);
        }
      }
    }
  }

  private void addStored(
      Map<FileClass, Sum> sums, FileStatus file, StorePlacement placement, boolean routed)
      throws IOException {
    FileClass fileClass = StoreFileClass.of(fs, file, conf, placement);
    boolean own = routed || fileClass == FileClass.BULK_LOADED;
    add(sums, file, fileClass, placement.policy(own ? fileClass : placement.ofDirectory()));
  }

  /** A file that is not due yet counts as in place. */
  private void addArchived(Map<FileClass, Sum> sums, FileStatus file, StorePlacement placement)
      throws IOException {
    long nowMs = System.currentTimeMillis();
    boolean due = schedule.dueMs(file, fs, nowMs) <= nowMs;
    Optional<String> policy = due ? placement.policy(FileClass.ARCHIVED) : Optional.empty();
    add(sums, file, FileClass.ARCHIVED, policy);
  }

  private void add(
      Map<FileClass, Sum> sums, FileStatus file, FileClass fileClass, Optional<String> policy)
      throws IOException {
    BlockStoragePolicySpi set = policy.map(policies::get).orElse(null);
    BlockStoragePolicySpi wanted = set != null ? set : fs.getStoragePolicy(file.getPath());
    StorageType[] types = wanted.getStorageTypes();
    FilePlace place = FilePlace.of(FilePlace.look(fs, file.getPath()), types);
    sums.computeIfAbsent(fileClass, key -> new Sum()).add(place);
  }

  private static final class Sum {
    private final SortedMap<StorageType, Long> bytes = new TreeMap<>();
    private int files;
    private long outOfPlace;

    void add(FilePlace place) {
      files++;
      place.gotBytes().forEach((type, got) -> bytes.merge(type, got, Long::sum));
      outOfPlace += place.elsewhereBytes();
    }

    PlacementRow row(String family, FileClass fileClass) {
      return new PlacementRow(family, fileClass, files, bytes, outOfPlace);
    }
  }
}
