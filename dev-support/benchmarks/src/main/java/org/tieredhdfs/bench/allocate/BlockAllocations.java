package org.tieredhdfs.bench.allocate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.crypto.CryptoProtocolVersion;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.io.EnumSetWritable;

/**
 * Clients that have the NameNode create blocks at a set pace, and give each up again: no DataNode
 * has anything to do, so that the NameNode's time is all that is used.
 */
final class BlockAllocations {
  private static final short REPLICATION = 3;

  private final DistributedFileSystem fs;
  private final int clients;
  private final int blocksPerSec;
  private final int callsPerBlock;

  /**
   * @param clients how many at a time
   * @param blocksPerSec of all together
   * @param callsPerBlock more calls for each block, the cheapest there are
   */
  BlockAllocations(DistributedFileSystem fs, int clients, int blocksPerSec, int callsPerBlock) {
    this.fs = fs;
    this.clients = clients;
    this.blocksPerSec = blocksPerSec;
    this.callsPerBlock = callsPerBlock;
  }

  /** Works for some seconds, each client on a file of its own; how many blocks there were. */
  long run(Path directory, int seconds) throws IOException, InterruptedException {
    long beginNs = System.nanoTime();
    long endNs = beginNs + TimeUnit.SECONDS.toNanos(seconds);
    List<Callable<Long>> tasks = new ArrayList<>();
    for (int i = 0; i < clients; i++) {
      Path file = new Path(directory, "file" + i);
      tasks.add(() -> allocate(file.toString(), beginNs, endNs));
    }
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    long blocks = 0;
    try {
      for (Future<Long> one : threads.invokeAll(tasks)) {
        blocks += one.get();
      }
    } catch (ExecutionException e) {
      throw new IOException("a block could not be created", e.getCause());
    } finally {
      threads.shutdownNow();
    }
    return blocks;
  }

  private long allocate(String file, long beginNs, long endNs)
      throws IOException, InterruptedException {
    ClientProtocol nameNode = fs.getClient().getNamenode();
    String client = fs.getClient().getClientName();
    long fileId =
        nameNode
            .create(
                file,
                FsPermission.getFileDefault(),
                client,
                new EnumSetWritable<>(EnumSet.of(CreateFlag.CREATE)),
                true,
                REPLICATION,
                fs.getDefaultBlockSize(new Path(file)),
                CryptoProtocolVersion.supported(),
                null,
                null)
            .getFileId();
    long paceNs = TimeUnit.SECONDS.toNanos(1) * clients / blocksPerSec;
    long blocks = 0;
    for (long nextNs = beginNs; nextNs - endNs < 0; nextNs += paceNs) {
      long waitNs = nextNs - System.nanoTime();
      if (waitNs > 0) {
        TimeUnit.NANOSECONDS.sleep(waitNs);
      }
      LocatedBlock block = nameNode.addBlock(file, client, null, null, fileId, null, null);
      for (int i = 0; i < callsPerBlock; i++) {
        nameNode.getServerDefaults();
      }
      nameNode.abandonBlock(block.getBlock(), fileId, file, client);
      blocks++;
    }
    return blocks;
  }
}
