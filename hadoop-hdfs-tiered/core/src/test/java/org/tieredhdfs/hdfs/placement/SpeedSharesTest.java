package org.tieredhdfs.hdfs.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.StorageType;
import org.junit.jupiter.api.Test;

class SpeedSharesTest {
  private final Map<String, Long> reported = new HashMap<>();
  private final SpeedShares shares = new SpeedShares(id -> reported.getOrDefault(id, 0L), 2);

  @Test
  void sharesFollowTheSpeedBeyondATolerance() {
    shares.learn(StorageType.SSD, LongStream.of(0, 80, 100, 120));

    assertThat(share("like the median", 100)).isEqualTo(1);
    assertThat(share("a little faster", 124)).isEqualTo(1);
    assertThat(share("a little slower", 81)).isEqualTo(1);
    assertThat(share("faster", 150)).isEqualTo(1.2);
    assertThat(share("half as fast", 50)).isEqualTo(0.625);
  }

  @Test
  void noShareIsBeyondTheBound() {
    shares.learn(StorageType.SSD, LongStream.of(100));

    assertThat(share("far faster", 10_000)).isEqualTo(2);
    assertThat(share("hardly alive", 1)).isEqualTo(0.5);
  }

  @Test
  void whatNobodyReportsCountsAsTheMedian() {
    assertThat(share("no median yet", 500)).isEqualTo(1);

    shares.learn(StorageType.SSD, LongStream.of(100));
    assertThat(shares.share(StorageType.SSD, "unknown")).isEqualTo(1);
    assertThat(shares.share(StorageType.DISK, "no median yet")).isEqualTo(1);

    shares.learn(StorageType.SSD, LongStream.of(0, 0));
    assertThat(share("median forgotten", 500)).isEqualTo(1);
  }

  @Test
  void theMedianOfTwoIsBetweenThem() {
    shares.learn(StorageType.SSD, LongStream.of(100, 300));

    assertThat(share("the slower", 100)).isEqualTo(0.625);
    assertThat(share("the faster", 300)).isEqualTo(1.2);
  }

  @Test
  void aBoundOfOneMakesAllEqual() {
    SpeedShares equal = new SpeedShares(id -> 1_000, 1);
    equal.learn(StorageType.SSD, LongStream.of(100));

    assertThat(equal.count()).isFalse();
    assertThat(equal.share(StorageType.SSD, "any")).isEqualTo(1);
  }

  private double share(String id, long bytesPerSec) {
    reported.put(id, bytesPerSec);
    return shares.share(StorageType.SSD, id);
  }
}
