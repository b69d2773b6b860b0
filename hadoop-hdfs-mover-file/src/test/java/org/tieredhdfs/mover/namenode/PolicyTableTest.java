package org.tieredhdfs.mover.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.BlockStoragePolicy;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a mover knows of the policies of a NameNode that is restarted with others. */
class PolicyTableTest {
  private static final byte ID = 20;

  private final DistributedFileSystem fs = mock(DistributedFileSystem.class);
  private final DFSClient client = mock(DFSClient.class);
  private final AtomicLong nowNs = new AtomicLong();

  private static BlockStoragePolicy policy(int id, String name, StorageType type) {
    StorageType[] types = {type};
    return new BlockStoragePolicy((byte) id, name, types, types, types);
  }

  @BeforeEach
  void start() throws IOException {
    FsServerDefaults defaults = mock(FsServerDefaults.class);
    when(defaults.getDefaultStoragePolicyId()).thenReturn(ID);
    when(fs.getServerDefaults(any(Path.class))).thenReturn(defaults);
    when(fs.getClient()).thenReturn(client);
    when(client.getStoragePolicies())
        .thenReturn(new BlockStoragePolicy[] {policy(ID, "FAST", StorageType.SSD)});
  }

  @Test
  void policiesOfARestartedNameNodeAreKnownAfterAMinute() throws IOException {
    PolicyTable table = new PolicyTable(fs, nowNs::get);
    BlockStoragePolicy changed = policy(ID, "FAST", StorageType.DISK);
    when(client.getStoragePolicies()).thenReturn(new BlockStoragePolicy[] {changed});
    nowNs.addAndGet(TimeUnit.SECONDS.toNanos(59));
    assertThat(table.policy(ID)).extracting(BlockStoragePolicy::getName).isEqualTo("FAST");
    verify(client, times(1)).getStoragePolicies();
    nowNs.addAndGet(TimeUnit.SECONDS.toNanos(2));
    assertThat(table.policy(ID)).isSameAs(changed);
    assertThat(table.policy((byte) 0)).as("the default").isSameAs(changed);
    verify(client, times(2)).getStoragePolicies();
  }

  @Test
  void thoseThatAreKnownHoldWhileTheNameNodeDoesNotAnswer() throws IOException {
    PolicyTable table = new PolicyTable(fs, nowNs::get);
    when(client.getStoragePolicies()).thenThrow(new IOException("down"));
    nowNs.addAndGet(TimeUnit.MINUTES.toNanos(2));
    assertThat(table.policy(ID)).extracting(BlockStoragePolicy::getName).isEqualTo("FAST");
  }

  @Test
  void anIdThatIsNotKnownIsAskedForAtOnce() throws IOException {
    PolicyTable table = new PolicyTable(fs, nowNs::get);
    BlockStoragePolicy fresh = policy(21, "NEW", StorageType.ARCHIVE);
    when(client.getStoragePolicies()).thenReturn(new BlockStoragePolicy[] {fresh});
    assertThat(table.policy((byte) 21)).isSameAs(fresh);
  }
}
