package org.tieredhdfs.mover.namenode;

import java.io.IOException;
import java.util.EnumSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.DFSConfigKeys;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.DataEncryptionKeyFactory;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier.AccessMode;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.security.token.block.DataEncryptionKey;
import org.apache.hadoop.hdfs.security.token.block.ExportedBlockKeys;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys for block tokens and encryption. Thread-safe.
 *
 * <p>A restarted NameNode has new ones, and a DataNode that is restarted after it knows these
 * alone. So they are fetched again each minute that they are used, by one thread, while others go
 * on with what is known. Hadoop's own {@code KeyManager} does so every few hours.
 */
public final class BlockKeys implements DataEncryptionKeyFactory {
  private static final Logger LOG = LoggerFactory.getLogger(BlockKeys.class);
  private static final long MAX_AGE_NS = TimeUnit.MINUTES.toNanos(1);

  private final NamenodeProtocol namenode;
  private final boolean encrypts;
  private final LongSupplier nanoClock;
  private final AtomicBoolean isFetching = new AtomicBoolean();
  private volatile long fetchedNs;

  /** Null if the NameNode wants no tokens. */
  private final @Nullable BlockTokenSecretManager secrets;

  /**
   * @param encrypts whether data transfers are encrypted
   * @param nanoClock as {@link System#nanoTime}
   */
  BlockKeys(NamenodeProtocol namenode, boolean encrypts, Configuration conf, LongSupplier nanoClock)
      throws IOException {
    this.namenode = namenode;
    this.encrypts = encrypts;
    this.nanoClock = nanoClock;
    this.fetchedNs = nanoClock.getAsLong();
    ExportedBlockKeys exported = namenode.getBlockKeys();
    if (!exported.isBlockTokenEnabled()) {
      secrets = null;
      return;
    }
    secrets =
        new BlockTokenSecretManager(
            exported.getKeyUpdateInterval(),
            exported.getTokenLifetime(),
            namenode.versionRequest().getBlockPoolID(),
            conf.get(DFSConfigKeys.DFS_DATA_ENCRYPTION_ALGORITHM_KEY),
            conf.getBoolean(
                DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_PROTOBUF_ENABLE,
                DFSConfigKeys.DFS_BLOCK_ACCESS_TOKEN_PROTOBUF_ENABLE_DEFAULT));
    secrets.addKeys(exported);
  }

  private @Nullable BlockTokenSecretManager current() {
    BlockTokenSecretManager known = secrets;
    if (known == null
        || nanoClock.getAsLong() - fetchedNs < MAX_AGE_NS
        || !isFetching.compareAndSet(false, true)) {
      return known;
    }
    try {
      ExportedBlockKeys exported = namenode.getBlockKeys();
      if (!exported.getCurrentKey().equals(known.getCurrentKey())) {
        known.addKeys(exported);
      }
    } catch (IOException e) {
      LOG.info("Cannot fetch the keys for block tokens; those of before hold: {}", e.toString());
    } finally {
      fetchedNs = nanoClock.getAsLong();
      isFetching.set(false);
    }
    return known;
  }

  /** A token to copy a block to a storage type and to delete the old replica. */
  public Token<BlockTokenIdentifier> token(ExtendedBlock block, StorageType type) {
    BlockTokenSecretManager now = current();
    StorageType[] types = {type};
    return now == null
        ? BlockTokenSecretManager.DUMMY_TOKEN
        : now.generateToken(
            null, block, EnumSet.of(AccessMode.REPLACE, AccessMode.COPY), types, new String[0]);
  }

  @Override
  public @Nullable DataEncryptionKey newDataEncryptionKey() {
    BlockTokenSecretManager now = encrypts ? current() : null;
    return now == null ? null : now.generateDataEncryptionKey();
  }
}
