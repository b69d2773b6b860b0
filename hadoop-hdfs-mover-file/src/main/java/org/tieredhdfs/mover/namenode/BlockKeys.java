package org.tieredhdfs.mover.namenode;

import java.io.Closeable;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.DataEncryptionKeyFactory;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenIdentifier;
import org.apache.hadoop.hdfs.security.token.block.DataEncryptionKey;
import org.apache.hadoop.hdfs.server.balancer.KeyManager;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.security.token.Token;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keys for block tokens and encryption, fetched anew when Hadoop's thread that renews them has
 * died. Thread-safe.
 */
public final class BlockKeys implements DataEncryptionKeyFactory, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(BlockKeys.class);

  private final NamenodeProtocol namenode;
  private final boolean encrypts;
  private final Configuration conf;
  private volatile KeyManager keys;
  private volatile boolean isClosed;

  /**
   * @param encrypts whether data transfers are encrypted
   */
  BlockKeys(NamenodeProtocol namenode, boolean encrypts, Configuration conf) throws IOException {
    this.namenode = namenode;
    this.encrypts = encrypts;
    this.conf = conf;
    this.keys = fetch();
  }

  private KeyManager fetch() throws IOException {
    String blockPool = namenode.versionRequest().getBlockPoolID();
    KeyManager fetched = new KeyManager(blockPool, namenode, encrypts, conf);
    fetched.startBlockKeyUpdater();
    return fetched;
  }

  /** A token to copy a block to a storage type and to delete the old replica. */
  public Token<BlockTokenIdentifier> token(ExtendedBlock block, StorageType type)
      throws IOException {
    KeyManager now = keys;
    StorageType[] types = {type};
    try {
      return now.getAccessToken(block, types, new String[0]);
    } catch (IOException e) {
      LOG.warn("Fetching the keys for block tokens anew: {}", e.toString());
      return insteadOf(now).getAccessToken(block, types, new String[0]);
    }
  }

  private synchronized KeyManager insteadOf(KeyManager dead) throws IOException {
    if (keys == dead && !isClosed) {
      keys = fetch();
    }
    if (isClosed) {
      keys.close();
      throw new IOException("the connection to the NameNode is closed");
    }
    return keys;
  }

  @Override
  public @Nullable DataEncryptionKey newDataEncryptionKey() {
    return keys.newDataEncryptionKey();
  }

  @Override
  public void close() {
    isClosed = true;
    keys.close();
  }
}
