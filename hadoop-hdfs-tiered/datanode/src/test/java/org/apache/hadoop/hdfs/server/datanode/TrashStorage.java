package org.apache.hadoop.hdfs.server.datanode;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.mockito.Mockito;
import org.tieredhdfs.hdfs.datanode.stock.StockField;

/** Lets a test come between a DataNode and the trash of its replicas. */
public final class TrashStorage {
  private TrashStorage() {}

  /** What keeps the trash of a block pool, as a spy that is in use from now on. */
  @SuppressWarnings("unchecked")
  public static BlockPoolSliceStorage spied(DataNode datanode, String pool) throws IOException {
    Map<String, BlockPoolSliceStorage> pools =
        Objects.requireNonNull(
            StockField.of(DataStorage.class, "bpStorageMap", Map.class).get(datanode.getStorage()));
    return Objects.requireNonNull(
        pools.computeIfPresent(pool, (name, storage) -> Mockito.spy(storage)));
  }
}
