package org.tieredhdfs.bench.failslow;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.tieredhdfs.bench.failslow.client.FailSlowLoad;
import org.tieredhdfs.localcluster.media.Volume;
import org.tieredhdfs.localcluster.spec.ClusterException;

/** Finds out when a volume takes new blocks again: writes files to its DataNode until it does. */
final class ReturnProbe {
  /** So many at a time that each of a DataNode's volumes of a type gets one. */
  private static final int FILES = 8;

  private static final long PAUSE_MS = 250;
  private static final Path ROOT = new Path(FailSlowLoad.ROOT, "probe");

  private final FailSlowCluster cluster;
  private final Volume volume;
  private int files;

  ReturnProbe(FailSlowCluster cluster, Volume volume) {
    this.cluster = cluster;
    this.volume = volume;
  }

  /**
   * Waits until the volume holds a new block.
   *
   * @return milliseconds until then; the limit if it did not within that time
   */
  long await(long limitMs) throws IOException, ClusterException, InterruptedException {
    long beginNs = System.nanoTime();
    long passedMs = 0;
    while (!takesBlocks()) {
      passedMs = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
      if (passedMs >= limitMs) {
        return limitMs;
      }
      Thread.sleep(PAUSE_MS);
    }
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beginNs);
  }

  private boolean takesBlocks() throws IOException, ClusterException {
    List<FSDataOutputStream> streams = new ArrayList<>();
    List<Path> paths = new ArrayList<>();
    try {
      for (int i = 0; i < FILES; i++) {
        Path path = new Path(ROOT, "file-" + files++);
        paths.add(path);
        FSDataOutputStream out = cluster.create(path, volume.dataNode());
        streams.add(out);
        out.write(1);
        out.hsync();
      }
      return isOnVolume(paths);
    } catch (IOException e) {
      return false;
    } finally {
      for (FSDataOutputStream out : streams) {
        closeQuietly(out);
      }
      cluster.hdfs().fs().delete(ROOT, true);
    }
  }

  private boolean isOnVolume(List<Path> paths) throws IOException {
    BlockOnVolume blocks = new BlockOnVolume(cluster);
    for (Path path : paths) {
      if (blocks.holding(path).contains(volume)) {
        return true;
      }
    }
    return false;
  }

  /** The answer is there already; a close that fails changes nothing of it. */
  private static void closeQuietly(FSDataOutputStream out) {
    try {
      out.close();
    } catch (IOException e) {
      return;
    }
  }
}
