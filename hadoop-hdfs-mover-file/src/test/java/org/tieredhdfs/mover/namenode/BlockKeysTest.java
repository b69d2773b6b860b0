package org.tieredhdfs.mover.namenode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.security.token.block.BlockTokenSecretManager;
import org.apache.hadoop.hdfs.server.protocol.NamenodeProtocol;
import org.apache.hadoop.hdfs.server.protocol.NamespaceInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.tieredhdfs.waits.Waits;

/** Tokens for blocks, whatever becomes of Hadoop's thread that renews their keys. */
@Timeout(120)
class BlockKeysTest {
  private static final ExtendedBlock BLOCK = new ExtendedBlock("BP-1", 1);

  /** A quarter of it is how long Hadoop's thread sleeps, in ms. */
  private static final long INTERVAL_MS = 40;

  private final AtomicInteger fetched = new AtomicInteger();
  private final AtomicInteger connected = new AtomicInteger();
  private final BlockTokenSecretManager secrets =
      new BlockTokenSecretManager(
          INTERVAL_MS, Duration.ofHours(1).toMillis(), 0, 1, "BP-1", null, false);

  private NamenodeProtocol namenode(int dieAt) {
    return (NamenodeProtocol)
        Proxy.newProxyInstance(
            BlockKeysTest.class.getClassLoader(),
            new Class<?>[] {NamenodeProtocol.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("versionRequest")) {
                connected.incrementAndGet();
                return new NamespaceInfo(1, "cluster", "BP-1", 0);
              }
              if (fetched.incrementAndGet() == dieAt) {
                throw new AssertionError("planted");
              }
              return secrets.exportKeys();
            });
  }

  @Test
  void keysAreFetchedAnewWhenTheThreadThatRenewsThemHasDied() throws Exception {
    try (BlockKeys keys = new BlockKeys(namenode(3), false, new Configuration(false))) {
      Waits.until(
          "the keys are fetched anew",
          Duration.ofMinutes(1),
          () -> {
            assertThat(keys.token(BLOCK, StorageType.SSD).getIdentifier()).isNotEmpty();
            return connected.get() == 2;
          });
      int before = fetched.get();
      Waits.until(
          "keys are renewed again", Duration.ofMinutes(1), () -> fetched.get() > before + 1);
      assertThat(connected.get()).isEqualTo(2);
    }
  }

  @Test
  void closedOnesFetchNothing() throws Exception {
    BlockKeys keys = new BlockKeys(namenode(0), false, new Configuration(false));
    keys.close();
    assertThatThrownBy(() -> keys.token(BLOCK, StorageType.SSD))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("closed");
    assertThat(connected.get()).isEqualTo(1);
  }
}
