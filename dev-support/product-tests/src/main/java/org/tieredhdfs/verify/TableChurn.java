package org.tieredhdfs.verify;

import java.io.IOException;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.RegionInfo;

/**
 * Has the table flushed, compacted, moved and snapshotted, so that files come, are archived, and
 * are kept there.
 *
 * <p>Each step may fail, since servers are killed meanwhile. Used by one thread; the counter may be
 * read by others.
 */
final class TableChurn implements AutoCloseable {
  private static final String SNAPSHOT = "known-snapshot";

  private final Connection connection;
  private final Admin admin;
  private final Random random;
  private final AtomicLong steps = new AtomicLong();
  private int rounds;

  TableChurn(Configuration hbase, long seed) throws IOException {
    Configuration conf = new Configuration(hbase);
    conf.setInt("hbase.client.retries.number", 3);
    conf.setInt("hbase.rpc.timeout", 10_000);
    conf.setInt("hbase.client.operation.timeout", 20_000);
    conf.setInt("hbase.client.sync.wait.timeout.msec", 20_000);
    connection = ConnectionFactory.createConnection(conf);
    admin = connection.getAdmin();
    random = new Random(seed);
  }

  void round() throws IOException {
    int step = rounds++ % 6;
    switch (step) {
      case 0, 3 -> admin.flush(KnownRowLoad.TABLE);
      case 1 -> admin.compact(KnownRowLoad.TABLE);
      case 2 -> moveRegion();
      case 4 -> admin.majorCompact(KnownRowLoad.TABLE);
      default -> snapshot();
    }
    steps.incrementAndGet();
  }

  /** How many steps were done, and did not fail. */
  long steps() {
    return steps.get();
  }

  private void moveRegion() throws IOException {
    List<RegionInfo> regions = admin.getRegions(KnownRowLoad.TABLE);
    List<ServerName> servers = List.copyOf(admin.getRegionServers());
    if (!regions.isEmpty() && !servers.isEmpty()) {
      RegionInfo region = regions.get(random.nextInt(regions.size()));
      admin.move(region.getEncodedNameAsBytes(), servers.get(random.nextInt(servers.size())));
    }
  }

  private void snapshot() throws IOException {
    if (!admin.listSnapshots().isEmpty()) {
      admin.deleteSnapshot(SNAPSHOT);
    }
    admin.snapshot(SNAPSHOT, KnownRowLoad.TABLE);
  }

  @Override
  public void close() throws IOException {
    admin.close();
    connection.close();
  }
}
