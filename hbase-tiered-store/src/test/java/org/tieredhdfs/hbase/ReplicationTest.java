package org.tieredhdfs.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.replication.BaseReplicationEndpoint;
import org.apache.hadoop.hbase.replication.ReplicationPeerConfig;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.wal.WAL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replication to another cluster reads logs where our policy has put them. */
class ReplicationTest {
  private static final Set<Integer> ROWS = ConcurrentHashMap.newKeySet();

  /** The other cluster: knows the rows that it got. */
  public static final class KnowingEndpoint extends BaseReplicationEndpoint {
    @Override
    public UUID getPeerUUID() {
      return new UUID(1, 2);
    }

    @Override
    public boolean replicate(ReplicateContext context) {
      for (WAL.Entry entry : context.getEntries()) {
        for (Cell cell : entry.getEdit().getCells()) {
          if (cell.getValueLength() == Rows.VALUE_BYTES) {
            ROWS.add(Bytes.toInt(CellUtil.cloneRow(cell)));
          }
        }
      }
      return true;
    }

    @Override
    public void start() {
      startAsync();
    }

    @Override
    public void stop() {
      stopAsync();
    }

    @Override
    protected void doStart() {
      notifyStarted();
    }

    @Override
    protected void doStop() {
      notifyStopped();
    }
  }

  @Test
  void sendsLogsInUseAndArchivedOnes(@TempDir Path directory) throws Exception {
    try (TieredHBase hbase =
            new TieredHBase(
                directory,
                Map.of(
                    "hbase.tiered.wal.policy", "ALL_SSD",
                    "hbase.tiered.archive.policy", "COLD",
                    "hbase.tiered.flush.policy", "ALL_SSD"));
        Admin admin = hbase.connection().getAdmin()) {
      TableName table =
          Rows.create(
              hbase,
              TableDescriptorBuilder.newBuilder(TableName.valueOf("sent")),
              ColumnFamilyDescriptorBuilder.newBuilder(Rows.FAMILY).setScope(1));
      admin.addReplicationPeer(
          "other",
          ReplicationPeerConfig.newBuilder()
              .setReplicationEndpointImpl(KnowingEndpoint.class.getName())
              .build());
      Rows rows = new Rows(hbase, table);
      rows.write(0, 20);
      Rows.await(() -> ROWS.size() == 20);

      // what was written while the peer was off is read from logs that are archived by then
      admin.disableReplicationPeer("other");
      rows.write(20, 20);
      rows.flush();
      org.apache.hadoop.fs.Path root =
          new org.apache.hadoop.fs.Path(hbase.conf().get("hbase.rootdir"));
      org.apache.hadoop.fs.Path old = new org.apache.hadoop.fs.Path(root, "oldWALs");
      Rows.await(
          () -> {
            admin.rollWALWriter(hbase.regionServer().getServerName());
            rows.write(40, 1);
            rows.flush();
            return hbase.typesUnder(old).contains(StorageType.SSD);
          });
      assertThat(hbase.typesUnder(new org.apache.hadoop.fs.Path(root, "WALs")))
          .containsExactly(StorageType.SSD);
      admin.enableReplicationPeer("other");

      Rows.await(() -> ROWS.size() == 41);
    }
  }
}
