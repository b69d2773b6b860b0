package org.tieredhdfs.hdfs.datanode.volume.health;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import org.apache.hadoop.hdfs.server.datanode.FileIoProvider;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsVolumeSpi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;
import org.tieredhdfs.hdfs.datanode.volume.space.SpaceRefresher;

/**
 * A small write to a volume, made while a copy takes long, that shows which of the two volumes does
 * not answer.
 *
 * <p>Its I/O goes the way of all others: if it does not come back, the {@link HangWatchdog} sees
 * that. It is made on the thread of the volume's {@link SpaceRefresher}, which may hang.
 */
public final class VolumeProbe {
  public static final String FILE_NAME = "tiered.probe";
  private static final Logger LOG = LoggerFactory.getLogger(VolumeProbe.class);

  private final FsVolumeSpi volume;
  private final VolumeState state;
  private final long afterMs;

  /**
   * @param afterMs for how long a copy may run before it is doubted
   */
  public VolumeProbe(FsVolumeSpi volume, VolumeState state, long afterMs) {
    this.volume = volume;
    this.state = state;
    this.afterMs = afterMs;
  }

  /** Writes if a copy takes long; may wait for the volume. */
  public void runIfDue() {
    if (!state.isCopyingSince(afterMs)) {
      return;
    }
    FileIoProvider files = volume.getFileIoProvider();
    File file = new File(new File(volume.getBaseURI()), FILE_NAME);
    try (FileOutputStream out = files.getFileOutputStream(volume, file)) {
      out.write(0);
      files.sync(volume, out);
      files.delete(volume, file);
    } catch (IOException e) {
      // An answer, too
      LOG.warn("Volume {} fails a small write", volume, e);
    }
  }
}
