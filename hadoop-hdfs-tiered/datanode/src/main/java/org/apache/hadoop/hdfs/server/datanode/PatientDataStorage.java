package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.hdfs.server.common.Storage;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.stock.StockField;
import org.tieredhdfs.hdfs.datanode.volume.health.PatientCaller;

/**
 * A DataNode's storage directories, which are finalized without blocking the thread that executes
 * NameNode commands.
 *
 * <p>The NameNode answers nearly every full block report with that command, and stock looks for an
 * upgrade on each volume then. The answer to the next report makes up for what was not done. In the
 * stock package because only there the method is visible.
 */
public final class PatientDataStorage extends DataStorage {
  private static final Logger LOG = LoggerFactory.getLogger(PatientDataStorage.class);

  private final PatientCaller caller;

  private PatientDataStorage(DataStorage loaded, PatientCaller caller) {
    super(loaded);
    this.caller = caller;
  }

  /**
   * Replaces a DataNode's storage. To be called while the DataNode is locked, before it has a
   * dataset.
   *
   * @throws IOException if this Hadoop does not fit
   */
  public static DataStorage install(DataNode datanode, DataStorage loaded, PatientCaller caller)
      throws IOException {
    PatientDataStorage storage = new PatientDataStorage(loaded, caller);
    storage.setDatanodeUuid(loaded.getDatanodeUuid());
    StockField.of(Storage.class, "storageDirs", List.class).copy(loaded, storage);
    StockField.of(DataStorage.class, "bpStorageMap", Map.class).copy(loaded, storage);
    StockField.of(DataStorage.class, "trashEnabledBpids", Set.class).copy(loaded, storage);
    StockField.of(DataNode.class, "storage", DataStorage.class).set(datanode, storage);
    return storage;
  }

  @Override
  void finalizeUpgrade(String pool) throws IOException {
    if (!caller.call("upgrade of " + pool, () -> super.finalizeUpgrade(pool))) {
      LOG.warn(
          "Finalizing block pool {} in the background: a volume does not answer in time", pool);
    }
  }
}
