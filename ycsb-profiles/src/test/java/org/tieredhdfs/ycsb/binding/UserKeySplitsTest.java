package org.tieredhdfs.ycsb.binding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.Utils;

class UserKeySplitsTest {

  private static final int KEYS = 100_000;

  private static int[] counts(byte[][] splits) {
    int[] counts = new int[splits.length + 1];
    for (int i = 0; i < KEYS; i++) {
      byte[] key = Bytes.toBytes("user" + Utils.hash(i));
      int at = Arrays.binarySearch(splits, key, Bytes.BYTES_COMPARATOR);
      counts[at >= 0 ? at + 1 : -at - 1]++;
    }
    return counts;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 18, 50, 210})
  void hashedKeysSpreadEvenlyOverTheRegions(int regions) {
    byte[][] splits = UserKeySplits.of(TableLayout.of("t", "f", regions));

    int fair = KEYS / regions;
    assertThat(Arrays.asList(splits))
        .hasSize(regions - 1)
        .isSortedAccordingTo(Bytes.BYTES_COMPARATOR);
    for (int count : counts(splits)) {
      assertThat(count).isBetween(fair * 8 / 10, fair * 12 / 10);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 20})
  void aSmallFirstRegionGetsAFifthOfTheKeysOfEachOther(int regions) {
    int[] counts = counts(UserKeySplits.of(TableLayout.smallFirst("t", "f", regions)));

    double small = KEYS * TableLayout.smallFirstShare(regions);
    assertThat((double) counts[0]).isBetween(small * 0.8, small * 1.2);
    for (int region = 1; region < regions; region++) {
      assertThat((double) counts[region]).isBetween(small * 4, small * 6);
    }
  }
}
