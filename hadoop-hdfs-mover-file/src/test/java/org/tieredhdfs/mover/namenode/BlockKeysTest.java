package org.tieredhdfs.mover.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.apache.hadoop.security.token.SecretManager.InvalidToken;
import org.apache.hadoop.security.token.Token;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tokens for blocks, whatever becomes of the NameNode that has made the keys for them. */
@Timeout(120)
class BlockKeysTest {
  private static final ExtendedBlock BLOCK = new ExtendedBlock("BP-1", 1);
  private static final long LONG_MS = Duration.ofHours(10).toMillis();

  private final AtomicLong nowNs = new AtomicLong();
  private final NamenodeProtocol namenode = mock(NamenodeProtocol.class);
  private final BlockTokenSecretManager first = namenodesKeys();

  private static BlockTokenSecretManager namenodesKeys() {
    return new BlockTokenSecretManager(LONG_MS, LONG_MS, 0, 1, "BP-1", null, false);
  }

  /** A DataNode that has started after the NameNode that made these keys. */
  private static BlockTokenSecretManager datanode(BlockTokenSecretManager keys) throws IOException {
    BlockTokenSecretManager datanode =
        new BlockTokenSecretManager(LONG_MS, LONG_MS, "BP-1", null, false);
    datanode.addKeys(keys.exportKeys());
    return datanode;
  }

  @BeforeEach
  void start() throws IOException {
    when(namenode.versionRequest()).thenReturn(new NamespaceInfo(1, "cluster", "BP-1", 0));
    when(namenode.getBlockKeys()).thenReturn(first.exportKeys());
  }

  private BlockKeys keys() throws IOException {
    return new BlockKeys(namenode, true, new Configuration(false), nowNs::get);
  }

  private static void check(BlockKeys keys, BlockTokenSecretManager datanode) throws IOException {
    datanode.checkAccess(keys.token(BLOCK, StorageType.SSD), null, BLOCK, AccessMode.REPLACE);
  }

  @Test
  void datanodesThatKnowTheKeysOfARestartedNameNodeAloneTakeTheTokensOfTheNextMinute()
      throws Exception {
    BlockKeys keys = keys();
    check(keys, datanode(first));
    BlockTokenSecretManager restarted = namenodesKeys();
    when(namenode.getBlockKeys()).thenReturn(restarted.exportKeys());
    nowNs.addAndGet(TimeUnit.SECONDS.toNanos(59));
    assertThatThrownBy(() -> check(keys, datanode(restarted))).isInstanceOf(InvalidToken.class);
    verify(namenode, times(1)).getBlockKeys();
    nowNs.addAndGet(TimeUnit.SECONDS.toNanos(1));
    check(keys, datanode(restarted));
    check(keys, datanode(restarted));
    assertThat(Objects.requireNonNull(keys.newDataEncryptionKey()).keyId)
        .isEqualTo(restarted.getCurrentKey().getKeyId());
    verify(namenode, times(2)).getBlockKeys();
  }

  @Test
  void theKeysThatAreKnownHoldWhileTheNameNodeDoesNotAnswer() throws Exception {
    BlockKeys keys = keys();
    when(namenode.getBlockKeys()).thenThrow(new IOException("down"));
    nowNs.addAndGet(TimeUnit.MINUTES.toNanos(1));
    check(keys, datanode(first));
    verify(namenode, times(2)).getBlockKeys();
    check(keys, datanode(first));
    verify(namenode, times(2)).getBlockKeys();
  }

  @Test
  void othersGetTokensWhileOneFetchesTheKeys() throws Exception {
    BlockKeys keys = keys();
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answers = new CountDownLatch(1);
    ExportedBlockKeys exported = first.exportKeys();
    when(namenode.getBlockKeys())
        .thenAnswer(
            any -> {
              asked.countDown();
              answers.await();
              return exported;
            });
    nowNs.addAndGet(TimeUnit.MINUTES.toNanos(1));
    Thread fetching =
        new Thread(
            () -> {
              Token<BlockTokenIdentifier> unused = keys.token(BLOCK, StorageType.SSD);
            });
    fetching.start();
    asked.await();
    check(keys, datanode(first));
    answers.countDown();
    fetching.join();
    verify(namenode, times(2)).getBlockKeys();
  }

  @Test
  void aNameNodeWithoutTokensIsAskedOnce() throws Exception {
    when(namenode.getBlockKeys()).thenReturn(ExportedBlockKeys.DUMMY_KEYS);
    BlockKeys keys = keys();
    nowNs.addAndGet(TimeUnit.MINUTES.toNanos(1));
    assertThat(keys.token(BLOCK, StorageType.SSD)).isSameAs(BlockTokenSecretManager.DUMMY_TOKEN);
    assertThat(keys.newDataEncryptionKey()).isNull();
    verify(namenode, times(1)).getBlockKeys();
  }
}
