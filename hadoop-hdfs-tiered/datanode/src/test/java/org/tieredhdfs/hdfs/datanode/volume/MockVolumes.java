package org.tieredhdfs.hdfs.datanode.volume;

import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

import java.net.URI;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;

/** Volumes of which nothing is asked but who they are. */
public final class MockVolumes {
  private MockVolumes() {}

  public static FsVolumeSpi volume(String storageId) {
    FsVolumeSpi volume = mock(FsVolumeSpi.class);
    when(volume.getStorageID()).thenReturn(storageId);
    when(volume.getBaseURI()).thenReturn(URI.create("file:/mock/" + storageId));
    when(volume.getStorageType()).thenReturn(StorageType.DISK);
    return volume;
  }
}
