package org.tieredhdfs.verify.parity;

import java.io.IOException;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.tieredhdfs.localcluster.media.Volume;

/** Finds the replicas of files in the volumes of a cluster, and damages them. */
final class Replicas {
  /** Bytes of a checksum file before the first checksum. */
  private static final int HEADER_BYTES = 7;

  private final DistributedFileSystem fs;
  private final Map<String, Volume> byStorage = new HashMap<>();

  /**
   * @param volumes all of the cluster, which are in use
   */
  Replicas(DistributedFileSystem fs, List<Volume> volumes) throws IOException {
    this.fs = fs;
    for (Volume volume : volumes) {
      Properties version = new Properties();
      try (Reader in = Files.newBufferedReader(volume.path().resolve("current/VERSION"))) {
        version.load(in);
      }
      byStorage.put(version.getProperty("storageID"), volume);
    }
  }

  /** A replica of a block, in the folder that its state has. */
  record Replica(Volume volume, long blockId) {
    Optional<Path> file(String state, boolean isMeta) throws IOException {
      String name = "blk_" + blockId;
      try (Stream<Path> files = Files.walk(volume.path().resolve("current"))) {
        return files
            .filter(file -> file.toString().contains("/current/" + state + "/"))
            .filter(file -> isMeta ? isMetaOf(file, name) : file.endsWith(name))
            .findFirst();
      }
    }

    private static boolean isMetaOf(Path file, String name) {
      String own = String.valueOf(file.getFileName());
      return own.startsWith(name + "_") && own.endsWith(".meta");
    }
  }

  /** The storages of all volumes, as NameNode and DataNodes call them. */
  Set<String> storages() {
    return Set.copyOf(byStorage.keySet());
  }

  /** The replicas of a file, those of its last block first. */
  List<Replica> of(org.apache.hadoop.fs.Path path) throws IOException {
    List<Replica> replicas = new ArrayList<>();
    List<LocatedBlock> blocks =
        fs.getClient().getLocatedBlocks(path.toUri().getPath(), 0).getLocatedBlocks();
    for (int i = blocks.size() - 1; i >= 0; i--) {
      for (String storage : blocks.get(i).getStorageIDs()) {
        Volume volume = byStorage.get(storage);
        if (volume != null) {
          replicas.add(new Replica(volume, blocks.get(i).getBlock().getBlockId()));
        }
      }
    }
    return replicas;
  }

  /**
   * Flips one bit of a file of data or of checksums.
   *
   * @param place of the byte, from the first one that may be damaged on; wraps at the end
   */
  static void flip(Path file, boolean isMeta, int place) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      long from = isMeta ? HEADER_BYTES : 0;
      if (channel.size() <= from) {
        throw new IOException(file + " is empty");
      }
      long at = from + place % (channel.size() - from);
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, at);
      one.put(0, (byte) (one.get(0) ^ 1)).rewind();
      channel.write(one, at);
    }
  }
}
