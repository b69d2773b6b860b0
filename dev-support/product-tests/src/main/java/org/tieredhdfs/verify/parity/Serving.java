package org.tieredhdfs.verify.parity;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.IOUtils;

/** Finds out when each volume takes a file and gives it back. */
final class Serving {
  private static final long LIMIT_MS = 120_000;
  private static final long POLL_MS = 200;

  /** Not less: a volume with a block in its page cache gets no few bytes while others are idle. */
  private static final byte[] CONTENT = new byte[1 << 20];

  private final DistributedFileSystem fs;
  private final int volumes;
  private final Set<String> missing;
  private final List<Path> directories;
  private int probes;

  /**
   * @param storages of all volumes
   * @param directories one for each type of volumes
   */
  Serving(DistributedFileSystem fs, Set<String> storages, List<Path> directories) {
    this.fs = fs;
    this.volumes = storages.size();
    this.missing = new HashSet<>(storages);
    this.directories = directories;
  }

  /** Milliseconds until all have, from a time of {@link System#nanoTime} on. */
  long await(long sinceNs) throws InterruptedException {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MS);
    while (true) {
      try {
        for (DatanodeInfo node : fs.getDataNodeStats(DatanodeReportType.LIVE)) {
          for (Path directory : directories) {
            probe(node, directory);
          }
        }
      } catch (IOException notYet) {
        // Expected while a volume does not serve: it is asked again.
        TimeUnit.MILLISECONDS.sleep(POLL_MS);
      }
      if (missing.isEmpty()) {
        return (System.nanoTime() - sinceNs) / 1_000_000;
      }
      if (System.nanoTime() - endNs > 0) {
        return PlayResult.NEVER_MS;
      }
    }
  }

  /** As many files at once as there are volumes: fewer may all go to those that are idle. */
  private void probe(DatanodeInfo node, Path directory) throws IOException {
    InetSocketAddress[] favored = {new InetSocketAddress(node.getIpAddr(), node.getXferPort())};
    Map<Path, FSDataOutputStream> open = new LinkedHashMap<>();
    try {
      for (int i = 0; i < volumes && !missing.isEmpty(); i++) {
        Path path = new Path(directory, "probe-" + probes++);
        FSDataOutputStream out =
            fs.create(
                path,
                FsPermission.getFileDefault(),
                true,
                CONTENT.length,
                (short) 1,
                fs.getDefaultBlockSize(path),
                null,
                favored);
        open.put(path, out);
        out.write(CONTENT);
        out.hflush();
      }
      for (Map.Entry<Path, FSDataOutputStream> one : open.entrySet()) {
        one.getValue().close();
        read(one.getKey());
      }
    } finally {
      IOUtils.cleanupWithLogger(null, open.values().toArray(FSDataOutputStream[]::new));
    }
  }

  private void read(Path path) throws IOException {
    try (FSDataInputStream in = fs.open(path)) {
      in.readFully(0, new byte[CONTENT.length]);
    }
    for (LocatedBlock block :
        fs.getClient().getLocatedBlocks(path.toUri().getPath(), 0).getLocatedBlocks()) {
      missing.removeAll(List.of(block.getStorageIDs()));
    }
    fs.delete(path, false);
  }
}
