package org.tieredhdfs.hbase;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.regionserver.CreateStoreFileWriterParams;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives the files of one store their storage policy: when the writer has made the file and no block
 * of it is allocated yet, so that its blocks are written where they belong.
 *
 * <p>Never fails a flush or a compaction. Thread-safe: it has no state of its own.
 */
public final class StoreFileRouter {
  private static final Logger LOG = LoggerFactory.getLogger(StoreFileRouter.class);

  private final StorePlacement placement;
  private final FileSystem fs;

  StoreFileRouter(StorePlacement placement, FileSystem fs) {
    this.placement = placement;
    this.fs = fs;
  }

  /** The router of a store that is being opened. */
  public static StoreFileRouter of(Configuration conf, HStore store) {
    PlacementMetrics.get().register();
    return new StoreFileRouter(StorePlacement.of(conf), store.getFileSystem());
  }

  /** Marks the new files of {@code writer}, which it returns. */
  public StoreFileWriter created(StoreFileWriter writer, CreateStoreFileWriterParams params) {
    // HBase's own date-tiered windows have named a policy
    if (params.fileStoragePolicy() == null || params.fileStoragePolicy().isEmpty()) {
      FileClass fileClass =
          params.isCompaction()
              ? placement.compacted(params.totalCompactedFilesSize())
              : FileClass.FLUSHED;
      Optional<String> policy = placement.policy(fileClass);
      if (policy.isPresent()) {
        for (Path path : writer.getPaths()) {
          PolicyAssigner.assign(fs, path, fileClass, policy.get());
        }
      }
    }
    return writer;
  }

  /** Looks at files that now belong to the store, and corrects those of an unforeseen size. */
  public List<HStoreFile> committed(List<HStoreFile> files, boolean compaction) {
    if (placement.concernsStores()) {
      for (HStoreFile file : files) {
        FileClass fileClass = compaction ? written(file.getPath()) : FileClass.FLUSHED;
        PlacementAudit.get().committed(fs, file.getPath(), fileClass);
      }
    }
    return files;
  }

  /** The class of a compacted file by its size as written, with the policy of that class on it. */
  private FileClass written(Path file) {
    if (!placement.splitsBySize()) {
      return FileClass.COMPACTED;
    }
    try {
      FileSystem backing = PolicyAssigner.backing(fs);
      FileClass fileClass = placement.compacted(backing.getFileStatus(file).getLen());
      Optional<String> policy = placement.policy(fileClass);
      if (policy.isPresent() && !backing.getStoragePolicy(file).getName().equals(policy.get())) {
        PolicyAssigner.assign(fs, file, fileClass, policy.get());
        PlacementMetrics.get().corrected();
      }
      return fileClass;
    } catch (IOException | RuntimeException e) {
      LOG.warn("The storage policy of {} cannot be checked: {}", file, e.toString());
      return FileClass.COMPACTED;
    }
  }
}
