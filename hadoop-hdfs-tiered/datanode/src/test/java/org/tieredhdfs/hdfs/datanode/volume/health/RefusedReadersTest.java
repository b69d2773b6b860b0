package org.tieredhdfs.hdfs.datanode.volume.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.tieredhdfs.hdfs.datanode.volume.MockVolumes;
import org.tieredhdfs.hdfs.datanode.volume.VolumeRegistry;
import org.tieredhdfs.hdfs.datanode.volume.VolumeState;

class RefusedReadersTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
  private static final VolumeRegistry REGISTRY = new VolumeRegistry(100, 100, 30_000, 60);
  private static final VolumeState VOLUME = REGISTRY.state(MockVolumes.volume("v1"));
  private static final VolumeState OTHER = REGISTRY.state(MockVolumes.volume("v2"));

  private final RefusedReaders readers = new RefusedReaders(100);

  @Test
  void aReaderIsSentAwayOnceAndServedWhenItComesBack() {
    assertThat(readers.refuses(VOLUME, "a", 1, 0)).isTrue();
    // The second try of a client that lost its connection
    assertThat(readers.refuses(VOLUME, "a", 1, SECOND / 10)).isTrue();
    assertThat(readers.refuses(VOLUME, "a", 1, 2 * SECOND)).isFalse();
    assertThat(readers.refuses(VOLUME, "a", 1, 3 * SECOND)).isFalse();
  }

  /** One that takes its time notices late that its connection is closed. */
  @Test
  void whoWasDroppedIsSentAwayWhenItNextAsksHoweverLateThatIs() {
    assertThat(readers.refuses(VOLUME, "b", 1, 0)).isTrue();
    readers.dropped(VOLUME, "a", 1);
    readers.dropped(VOLUME, "b", 1);
    for (String client : List.of("a", "b")) {
      assertThat(readers.knows(VOLUME, client, 1)).isTrue();
      assertThat(readers.refuses(VOLUME, client, 1, 60 * SECOND)).isTrue();
      assertThat(readers.refuses(VOLUME, client, 1, 60 * SECOND + SECOND / 10)).isTrue();
      assertThat(readers.refuses(VOLUME, client, 1, 62 * SECOND)).isFalse();
    }
  }

  @Test
  void whoWasSentAwayIsKnown() {
    assertThat(readers.knows(VOLUME, "a", 1)).isFalse();
    assertThat(readers.refuses(VOLUME, "a", 1, 0)).isTrue();
    assertThat(readers.knows(VOLUME, "a", 1)).isTrue();
    assertThat(readers.knows(VOLUME, "a", 2)).isFalse();
  }

  @Test
  void othersAndOtherBlocksAreSentAwayOnTheirOwn() {
    assertThat(readers.refuses(VOLUME, "a", 1, 0)).isTrue();
    assertThat(readers.refuses(VOLUME, "b", 1, 2 * SECOND)).isTrue();
    assertThat(readers.refuses(VOLUME, "a", 2, 2 * SECOND)).isTrue();
  }

  /** A volume that stalls again and again would make a client fail that has no other replica. */
  @Test
  void whoReturnsToAVolumeThatHasAnsweredIsServed() {
    assertThat(readers.refuses(VOLUME, "a", 1, 0)).isTrue();
    readers.dropped(VOLUME, "b", 1);
    assertThat(readers.refuses(OTHER, "a", 2, 0)).isTrue();
    readers.refuseOnlyOn(Set.of(OTHER));
    assertThat(readers.refuses(VOLUME, "a", 1, SECOND / 10)).isFalse();
    assertThat(readers.refuses(VOLUME, "b", 1, SECOND / 10)).isFalse();
    assertThat(readers.refuses(VOLUME, "c", 1, SECOND / 10)).isTrue();
    assertThat(readers.refuses(OTHER, "a", 2, SECOND / 10)).isTrue();
    readers.refuseOnlyOn(Set.of(VOLUME, OTHER));
    // Another stream of the client
    readers.dropped(VOLUME, "a", 1);
    assertThat(readers.refuses(VOLUME, "a", 1, 2 * SECOND)).isFalse();
  }

  @Test
  void fromManyThreadsEachReaderIsSentAwayAndNoMoreAreKeptThanAllowed() throws Exception {
    AtomicInteger served = new AtomicInteger();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String client = "client-" + i;
      Thread thread =
          new Thread(
              () -> {
                for (long block = 0; block < 20_000; block++) {
                  served.addAndGet(readers.refuses(VOLUME, client, block, 0) ? 0 : 1);
                  if (readers.size() > 100) {
                    served.addAndGet(1_000_000);
                  }
                }
              });
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(served).hasValue(0);
    assertThat(readers.size()).isEqualTo(100);
  }
}
