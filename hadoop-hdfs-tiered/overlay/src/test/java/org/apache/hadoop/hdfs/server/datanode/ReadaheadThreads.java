package org.apache.hadoop.hdfs.server.datanode;

import java.lang.reflect.Constructor;
import org.apache.hadoop.io.ReadaheadPool;

/** The threads by which a DataNode has the kernel read ahead, which it has with libhadoop only. */
public final class ReadaheadThreads {
  private ReadaheadThreads() {}

  public static void start(DataNode datanode) throws ReflectiveOperationException {
    Constructor<ReadaheadPool> constructor = ReadaheadPool.class.getDeclaredConstructor();
    constructor.setAccessible(true);
    datanode.readaheadPool = constructor.newInstance();
  }
}
