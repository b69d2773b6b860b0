package org.tieredhdfs.hdfs.datanode.volume.health;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/**
 * A volume without the metrics that Hadoop keeps of it, for I/O that no user asked for. In all else
 * it is, and equals, the volume itself.
 */
final class UncountedVolume {
  private UncountedVolume() {}

  static FsVolumeSpi of(FsVolumeSpi volume) {
    return (FsVolumeSpi)
        Proxy.newProxyInstance(
            FsVolumeSpi.class.getClassLoader(),
            new Class<?>[] {FsVolumeSpi.class},
            (proxy, method, args) -> {
              if (method.getName().equals("getMetrics")) {
                // Hadoop takes that for a volume that it keeps none of
                return null;
              }
              try {
                return method.invoke(volume, args);
              } catch (InvocationTargetException e) {
                throw e.getTargetException();
              }
            });
  }
}
