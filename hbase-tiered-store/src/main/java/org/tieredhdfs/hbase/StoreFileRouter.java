package org.tieredhdfs.hbase;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.regionserver.CreateStoreFileWriterParams;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;

/**
 * Sets the storage policy of a store's files when the writer has created the file and no block is
 * allocated yet, so that its blocks are written in place.
 *
 * <p>Never fails a flush or a compaction. Thread-safe: it has no state of its own.
 */
public final class StoreFileRouter {
  /** The router that changes nothing; an engine uses it until its store is known. */
  static final StoreFileRouter NONE =
      new StoreFileRouter(StorePlacement.of(new Configuration(false)), new RawLocalFileSystem());

  private final StorePlacement placement;
  private final FileSystem fs;

  StoreFileRouter(StorePlacement placement, FileSystem fs) {
    this.placement = placement;
    this.fs = fs;
  }

  /** The router of a store that is being opened. */
  public static StoreFileRouter of(Configuration conf, HStore store) {
    StoreFileRouter[] made = {NONE};
    HarmlessHook.run(
        "createComponents",
        () -> {
          made[0] = new StoreFileRouter(StorePlacement.of(store), store.getFileSystem());
          PlacementMetrics.get().register();
        });
    return made[0];
  }

  /** Marks the new files of {@code writer}, which it returns. */
  public StoreFileWriter created(StoreFileWriter writer, CreateStoreFileWriterParams params) {
    HarmlessHook.run("createWriter", () -> mark(writer, params));
    return writer;
  }

  private void mark(StoreFileWriter writer, CreateStoreFileWriterParams params) {
    if (params.fileStoragePolicy() != null && !params.fileStoragePolicy().isEmpty()) {
      // one set by HBase's own date-tiered windows takes precedence
      return;
    }
    FileClass fileClass =
        params.isCompaction()
            ? placement.compacted(params.totalCompactedFilesSize(), Long.MAX_VALUE)
            : FileClass.FLUSHED;
    Optional<String> policy = placement.policy(fileClass);
    if (policy.isPresent()) {
      for (Path path : writer.getPaths()) {
        PolicyAssigner.assign(fs, path, fileClass, policy.get());
      }
    }
  }

  /**
   * Counts committed files, and corrects the policy of files with a misjudged size.
   *
   * @param written where they were written
   * @param committed where they are now, which it returns
   */
  public List<HStoreFile> committed(
      List<Path> written, List<HStoreFile> committed, boolean compaction) {
    HarmlessHook.run("commitStoreFiles", () -> place(written, committed, compaction));
    return committed;
  }

  private void place(List<Path> written, List<HStoreFile> committed, boolean compaction) {
    if (!placement.concernsStores()) {
      return;
    }
    Set<String> ofWindows = ofWindows(written);
    for (HStoreFile file : committed) {
      // one that fails leaves out no other
      HarmlessHook.run(
          "commitStoreFiles of a file",
          () -> {
            if (compaction) {
              compacted(file, ofWindows.contains(file.getPath().getName()));
            } else {
              PlacementAudit.get().written(fs, file.getPath(), FileClass.FLUSHED);
            }
          });
    }
  }

  /**
   * The names of files that HBase's own date-tiered windows have placed, recognised by their
   * directory.
   */
  private static Set<String> ofWindows(List<Path> written) {
    return written.stream()
        .filter(path -> path.getParent().getName().startsWith(HConstants.STORAGE_POLICY_PREFIX))
        .map(Path::getName)
        .collect(Collectors.toSet());
  }

  /** Counts a compacted file, and sets the policy of its actual size or age if that differs. */
  private void compacted(HStoreFile written, boolean ofWindow) throws IOException {
    Path file = written.getPath();
    FileClass fileClass = FileClass.COMPACTED;
    if (placement.splitsBySize() || placement.dataTiering().isPresent()) {
      FileSystem backing = PolicyAssigner.backing(fs);
      long newestMs =
          placement.dataTiering().map(tiering -> tiering.getTimestamp(written)).orElse(0L);
      fileClass = placement.compacted(backing.getFileStatus(file).getLen(), newestMs);
      Optional<String> policy = placement.policy(fileClass);
      if (!ofWindow
          && policy.isPresent()
          && !backing.getStoragePolicy(file).getName().equals(policy.get())) {
        if (PolicyAssigner.assign(fs, file, fileClass, policy.get())) {
          PlacementMetrics.get().corrected();
        }
        PlacementAudit.get().marked(fs, file, fileClass);
        return;
      }
    }
    PlacementAudit.get().written(fs, file, fileClass);
  }
}
