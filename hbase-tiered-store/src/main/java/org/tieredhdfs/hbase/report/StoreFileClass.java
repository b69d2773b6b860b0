package org.tieredhdfs.hbase.report;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileInfo;
import org.apache.hadoop.hbase.protobuf.ProtobufMagic;
import org.apache.hadoop.hbase.regionserver.HStoreFile;
import org.apache.hadoop.hbase.regionserver.StoreFileInfo;
import org.tieredhdfs.hbase.FileClass;
import org.tieredhdfs.hbase.StorePlacement;

/** Determines the class of an HFile from its metadata. Stateless. */
public final class StoreFileClass {
  private StoreFileClass() {}

  /**
   * The class of a finished HFile.
   *
   * @param placement tells small compacted files from large ones, by their size, and by HBase's
   *     data tiering hot ones, which count as flushed
   */
  public static FileClass of(
      FileSystem fs, FileStatus file, Configuration conf, StorePlacement placement)
      throws IOException {
    if (StoreFileInfo.hasBulkloadSeqId(file.getPath())) {
      return FileClass.BULK_LOADED;
    }
    try (HFile.Reader reader = HFile.createReader(fs, file.getPath(), conf)) {
      HFileInfo info = reader.getHFileInfo();
      if (info.containsKey(HStoreFile.BULKLOAD_TIME_KEY)) {
        return FileClass.BULK_LOADED;
      }
      // a compaction records its inputs in this field
      byte[] inputs = info.get(HStoreFile.COMPACTION_EVENT_KEY);
      boolean compacted = inputs != null && inputs.length > ProtobufMagic.lengthOfPBMagic();
      long newestMs = placement.dataTiering().map(tiering -> tiering.getTimestamp(info)).orElse(0L);
      return compacted ? placement.compacted(file.getLen(), newestMs) : FileClass.FLUSHED;
    }
  }
}
