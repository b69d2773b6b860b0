package org.tieredhdfs.hdfs.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.util.ByteArrayManager;
import org.junit.jupiter.api.Test;

class PacketBuffersTest {
  private static final int PACKET = 64 << 10;

  private static PacketBuffers buffers(long bytes) {
    return new PacketBuffers(null, new ClientWriteSettings(true, true, bytes, true));
  }

  @Test
  void lastReleasedBufferOfASizeIsUsedFirst() throws Exception {
    PacketBuffers buffers = buffers(1 << 20);
    byte[] one = buffers.newByteArray(PACKET);
    byte[] two = buffers.newByteArray(PACKET);
    buffers.release(one);
    buffers.release(two);
    assertThat(buffers.newByteArray(PACKET + 1)).hasSize(PACKET + 1);
    assertThat(buffers.newByteArray(PACKET)).isSameAs(two);
    assertThat(buffers.newByteArray(PACKET)).isSameAs(one);
    assertThat(buffers.newByteArray(PACKET)).isNotSameAs(one).isNotSameAs(two);
  }

  @Test
  void noMoreThanTheLimitIsKeptAndOddSizesMakeWay() throws Exception {
    PacketBuffers buffers = buffers(4L * PACKET);
    for (int size = PACKET - 4; size < PACKET; size++) {
      buffers.release(new byte[size]);
    }
    for (int i = 0; i < 10; i++) {
      buffers.release(new byte[PACKET]);
      assertThat(buffers.keptBytes()).isLessThanOrEqualTo(4L * PACKET);
    }
    assertThat(buffers.keptBytes()).isEqualTo(4L * PACKET);
  }

  @Test
  void withoutALimitNothingIsKept() throws Exception {
    PacketBuffers buffers = buffers(0);
    buffers.release(buffers.newByteArray(PACKET));
    buffers.release(null);
    assertThat(buffers.keptBytes()).isZero();
  }

  @Test
  void managerThatTheOperatorAskedForGoesOn() throws Exception {
    Configuration conf = new Configuration(false);
    ByteArrayManager hadoops =
        ByteArrayManager.newInstance(new ByteArrayManager.Conf(1, 10, 10_000));
    conf.setBoolean("dfs.client.write.byte-array-manager.enabled", true);
    // Hadoop's rounds up to powers of two
    assertThat(PacketBuffers.inPlaceOf(hadoops, conf).newByteArray(PACKET + 1)).hasSize(2 * PACKET);
    assertThat(PacketBuffers.inPlaceOf(hadoops, new Configuration(false)).newByteArray(PACKET + 1))
        .hasSize(PACKET + 1);
  }

  @Test
  void noBufferIsEverUsedByTwo() throws Exception {
    PacketBuffers buffers = buffers(64L * PACKET);
    Set<byte[]> inUse =
        Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
    List<Callable<Integer>> users = new ArrayList<>();
    for (int user = 0; user < 4; user++) {
      Random random = new Random(user);
      users.add(
          () -> {
            int conflicts = 0;
            ArrayDeque<byte[]> mine = new ArrayDeque<>();
            for (int i = 0; i < 20_000; i++) {
              if (mine.size() < 20 && random.nextBoolean()) {
                byte[] buffer = buffers.newByteArray(PACKET + random.nextInt(3));
                conflicts += inUse.add(buffer) ? 0 : 1;
                mine.add(buffer);
              } else if (!mine.isEmpty()) {
                byte[] buffer = mine.remove();
                inUse.remove(buffer);
                buffers.release(buffer);
              }
            }
            return conflicts;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(users.size());
    try {
      for (Future<Integer> conflicts : threads.invokeAll(users)) {
        assertThat(conflicts.get()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(buffers.keptBytes()).isLessThanOrEqualTo(64L * PACKET);
  }
}
