package org.tieredhdfs.hbase;

import java.io.IOException;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.CellComparator;
import org.apache.hadoop.hbase.regionserver.CreateStoreFileWriterParams;
import org.apache.hadoop.hbase.regionserver.CustomTieredStoreEngine;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;

/**
 * HBase's engine that tiers by a value of the cells, with flushed and compacted files placed by
 * class: those that are hot by HBase's data tiering lie where flushed ones do.
 *
 * <p>Named in {@code hbase.hstore.engine.class} of a table or family.
 */
public final class TieredCustomTieredStoreEngine extends CustomTieredStoreEngine
    implements RoutedEngine {
  private StoreFileRouter router = StoreFileRouter.NONE;

  @Override
  protected void createComponents(Configuration conf, HStore store, CellComparator comparator)
      throws IOException {
    super.createComponents(conf, store, comparator);
    router = StoreFileRouter.of(conf, store);
  }

  @Override
  public StoreFileWriter createWriter(CreateStoreFileWriterParams params) throws IOException {
    return router.created(super.createWriter(params), params);
  }

  @Override
  public List<HStoreFile> commitStoreFiles(List<Path> files, boolean isCompaction, boolean validate)
      throws IOException {
    return router.committed(
        files, super.commitStoreFiles(files, isCompaction, validate), isCompaction);
  }
}
